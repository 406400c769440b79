package card

import (
	"flag"

	"assay/fixtures/records"
)

const definitionsFolder = "../../fixtures/definitions"

var update = flag.Bool("update", false, "write the golden files anew")

var writeFile = records.Write
