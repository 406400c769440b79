package main

import (
	"cmp"
	"context"
	"net"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/api/worker"
)

// workerFlags are the flags of the commands that analyse for other servers.
type workerFlags struct {
	threads, hash int
	tokenFile     string
}

func (f *workerFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&f.threads, "threads", 1, "largest `number` of threads of a search")
	flags.IntVar(&f.hash, "hash", 256, "largest size of the hash table, in `megabytes`")
	flags.StringVar(&f.tokenFile, "token-file", "", "`file` with the access token (default $"+tokenEnv+")")
}

// boardVariants are the variants of lichess' analysis board.
const boardVariants = "chess,crazyhouse,antichess,atomic,horde,kingofthehill,racingkings,3check"

// workerURLs is the text about URLs in the help of these commands.
const workerURLs = `
No other host is contacted. http is only allowed for this computer, because the token and
positions would be readable on the way. A failed request is repeated after a pause, which
doubles up to a minute and is at least as long as the server asks for (Retry-After).`

func (p *program) engineProvider() *cobra.Command {
	var f workerFlags
	var broker, variants, secret string
	var r worker.Registration
	cmd := &cobra.Command{
		Use:   "provider URL --broker URL",
		Short: "Offer the engine on lichess' analysis board",
		Long: `Provider registers the engine at the server URL as an external engine of your account, and
analyses what you open on its analysis board. Requests come from the broker. A later run
with the same --name changes the registration.

The token needs the scopes engine:read and engine:write. It is read from the environment
variable ASSAY_TOKEN or from --token-file. The secret between provider and broker is random
unless you pass --secret-file; several providers of one engine need the same.
` + workerURLs,
		Example: `  # Offer the engine on lichess until interrupted. ASSAY_TOKEN has your token.
  assay engine provider https://lichess.org --broker https://engine.lichess.ovh
  # Use four threads.
  assay engine provider https://lichess.org --broker https://engine.lichess.ovh --threads 4`,
		Args: wants(1, 1, "URL", "name the server, such as https://lichess.org"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if broker == "" {
				return usage("--broker", "name the server from which requests come, such as https://engine.lichess.ovh")
			}
			var err error
			if broker, err = workerURL("--broker", broker); err != nil {
				return err
			}
			if r.Secret, err = secretIn(secret, "--secret-file"); err != nil {
				return err
			}
			if n := len(r.Secret); n > 0 && n < 16 {
				return usage("--secret-file", "expected at least 16 characters, found %d", n)
			}
			return p.work(ctx, &f, args[0], func(c worker.Config) (runner, error) {
				for _, name := range words(cmp.Or(variants, boardVariants)) {
					if _, ok := c.Book.Registry().Find(name); !ok {
						return nil, usage("--variants", "%v", c.Book.Registry().Unknown(name))
					}
					r.Variants = append(r.Variants, name)
				}
				return worker.NewProvider(c, broker, r), nil
			})
		}),
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.StringVar(&broker, "broker", "", "`URL` of the server from which requests come (required)")
	flags.StringVar(&r.Name, "name", "Assay", "`name` of the engine on the analysis board")
	flags.StringVar(&variants, "variants", "", "comma-separated `variants` to offer (default those of lichess)")
	flags.StringVar(&secret, "secret-file", "", "`file` with the secret of the provider (default random)")
	return cmd
}

func (p *program) engineFishnet() *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "fishnet URL",
		Short: "Analyse and play for a server by fishnet's protocol",
		Long: `Fishnet asks the server at URL for games to analyse and moves to play, as a client of
lichess' and pychess' fishnet. A job in a variant that is not defined, or with an illegal
move, is returned to the server with the reason. An interrupted job is returned, too.

Your key is read from the environment variable ASSAY_TOKEN or from --token-file.
` + workerURLs,
		Example: `  # Work for a server until interrupted. ASSAY_TOKEN has your key.
  assay engine fishnet https://www.pychess.org/fishnet
  # Print events as JSON.
  assay engine fishnet https://www.pychess.org/fishnet --token-file key.txt --json`,
		Args: wants(1, 1, "URL", "name the endpoint, such as https://www.pychess.org/fishnet"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			return p.work(ctx, &f, args[0], func(c worker.Config) (runner, error) { return worker.NewFishnet(c), nil })
		}),
	}
	f.add(cmd.Flags())
	return cmd
}

// runner is a worker of either protocol.
type runner interface{ Run(context.Context) error }

// work runs a worker for a server until the context ends.
func (p *program) work(ctx context.Context, f *workerFlags, address string,
	create func(worker.Config) (runner, error)) error {
	if f.threads < 1 || f.threads > 256 {
		return usage("--threads", "expected 1 to 256, found %d", f.threads)
	}
	if f.hash < 1 || f.hash > 16384 {
		return usage("--hash", "expected 1 to 16384, found %d", f.hash)
	}
	at, err := workerURL("URL", address)
	if err != nil {
		return err
	}
	token, err := secretIn(f.tokenFile, "--token-file")
	if err != nil {
		return err
	}
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var unwritten error
	w, err := create(worker.Config{Book: a.Book(), Fits: a.Fits(), URL: at, Agent: "assay/" + version(),
		Token: cmp.Or(token, variable(p.environ, tokenEnv)), Threads: f.threads, Hash: f.hash,
		Report: func(e worker.Event) {
			if unwritten = cmp.Or(unwritten, p.workerEvent(&e)); unwritten != nil {
				stop()
			}
		}})
	if err != nil {
		return err
	}
	return cmp.Or(w.Run(ctx), unwritten)
}

// workerEvent prints an event at once.
func (p *program) workerEvent(e *worker.Event) error {
	var about []string
	for _, word := range []string{e.Job, e.Variant, e.Message} {
		if word != "" {
			about = append(about, word)
		}
	}
	if err := p.tell(e, "%s: %s", e.Kind, strings.Join(about, ", ")); err != nil {
		return err
	}
	return p.stdout.Flush()
}

// workerURL checks the URL of a server that gets a token or positions.
func workerURL(where, address string) (string, error) {
	at, err := serverAt(address)
	if err != nil {
		return "", usage(where, "%q is not the URL of a server", address)
	}
	ip := net.ParseIP(at.Hostname())
	if at.Scheme != "https" && at.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", usage(where, "%q is not encrypted; use https", address)
	}
	return at.String(), nil
}

// secretIn returns the text of a file, "" without a file.
func secretIn(file, flag string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", usage(flag, "%v", err)
	}
	return strings.TrimSpace(string(text)), nil
}
