//! One transaction on a connection.

use std::collections::BTreeMap;

use postgres::types::ToSql;
use postgres::{Row, Transaction};

use crate::error::StoreError;

/// Statements that the server has parsed, by their text.
pub(super) type Statements = BTreeMap<&'static str, postgres::Statement>;

/// A transaction, with the statements that its connection knows.
pub(super) struct Session<'a, 'b> {
    pub(super) transaction: &'a mut Transaction<'b>,
    pub(super) statements: &'a mut Statements,
}

impl Session<'_, '_> {
    fn statement(&mut self, sql: &'static str) -> Result<postgres::Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.transaction.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    pub(super) fn rows(
        &mut self,
        sql: &'static str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let rows = self.statement(sql).and_then(|it| self.transaction.query(&it, params));
        rows.map_err(StoreError::sql("reading"))
    }

    pub(super) fn run(
        &mut self,
        sql: &'static str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, StoreError> {
        let rows = self.statement(sql).and_then(|it| self.transaction.execute(&it, params));
        rows.map_err(StoreError::sql("saving"))
    }
}
