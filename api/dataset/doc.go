// Package dataset writes games as tables for statistics programs: four Parquet
// files and a card that describes their columns.
package dataset
