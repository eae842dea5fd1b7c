//! Rows as Parquet, a row group at a time.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::row::Row;

/// So many rows are held before they are written.
const GROUP: usize = 1 << 16;

/// A Parquet file in the making.
pub(crate) struct Table<W: Write + Send> {
    file: SerializedFileWriter<W>,
    grids: usize,
    rows: Vec<Row>,
}

impl<W: Write + Send> Table<W> {
    pub(crate) fn new(out: W, grids: usize) -> Result<Self, ParquetError> {
        let level = ZstdLevel::try_new(1)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_dictionary_enabled(false)
            .build();
        let file = SerializedFileWriter::new(out, schema(grids)?, Arc::new(properties))?;
        Ok(Self { file, grids, rows: Vec::with_capacity(GROUP) })
    }

    pub(crate) fn add(&mut self, rows: Vec<Row>) -> Result<(), ParquetError> {
        self.rows.extend(rows);
        if self.rows.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    pub(crate) fn finish(mut self) -> Result<(), ParquetError> {
        self.flush()?;
        self.file.close().map(|_| ())
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::replace(&mut self.rows, Vec::with_capacity(GROUP));
        let mut group = Group { writer: self.file.next_row_group()?, rows: &rows };
        group.texts(|row| &row.unit)?;
        group.numbers(|row| row.index)?;
        group.texts(|row| &row.letters)?;
        for grid in 0..self.grids {
            group.texts(|row| &row.grids[grid])?;
        }
        for grid in 0..self.grids {
            group.numbers(|row| row.complete[grid].into())?;
        }
        group.numbers(|row| row.prize_cents)?;
        group.writer.close().map(|_| ())
    }
}

/// A row group, written column by column in the order of the schema.
struct Group<'file, 'rows, W: Write> {
    writer: SerializedRowGroupWriter<'file, W>,
    rows: &'rows [Row],
}

impl<W: Write + Send> Group<'_, '_, W> {
    fn texts(&mut self, of: impl Fn(&Row) -> &String) -> Result<(), ParquetError> {
        let values: Vec<ByteArray> =
            self.rows.iter().map(|row| ByteArray::from(of(row).as_str())).collect();
        let mut column = self.writer.next_column()?.expect("the schema has a text here");
        column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        column.close()
    }

    fn numbers(&mut self, of: impl Fn(&Row) -> u64) -> Result<(), ParquetError> {
        let values: Vec<i64> = self.rows.iter().map(|row| of(row).cast_signed()).collect();
        let mut column = self.writer.next_column()?.expect("the schema has a number here");
        column.typed::<Int64Type>().write_batch(&values, None, None)?;
        column.close()
    }
}

fn schema(grids: usize) -> Result<TypePtr, ParquetError> {
    let field = |name: &String| {
        let is_text = name == "unit" || name == "letters" || name.starts_with("grid");
        let builder = if is_text {
            Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
        } else {
            Type::primitive_type_builder(name, Physical::INT64)
        };
        builder.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = Row::columns(grids).iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("unit").with_fields(fields).build().map(Arc::new)
}
