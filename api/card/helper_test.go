package card

import (
	"flag"

	"assay/fixtures/records"
)

const definitions = "../../fixtures/definitions"

var update = flag.Bool("update", false, "write the golden files anew")

var writeFile = records.Write
