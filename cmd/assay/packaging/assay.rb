# The formula of a release for Homebrew; the script release fills in its version,
# address and checksum.
class Assay < Formula
  desc "Game-record archive and analysis for chess variants"
  homepage "@url@"
  url "@url@/@source@"
  version "@version@"
  sha256 "@sha256@"
  license "MIT"

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "1"
    system "go", "build", *std_go_args(ldflags: "-s -w"), "./cmd/assay"
    system bin/"assay", "man", man1
    generate_completions_from_executable(bin/"assay", "completion")
  end

  service do
    run [opt_bin/"assay", "serve"]
    environment_variables ASSAY_DATA: var/"assay"
    keep_alive true
  end

  test do
    (testpath/"game.pgn").write "1. e4 e5 *"
    assert_match "legal", shell_output("#{bin}/assay verify game.pgn")
  end
end
