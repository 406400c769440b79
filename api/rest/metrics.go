package rest

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"assay/api"
)

// metrics are what a server counts of itself, for Prometheus to read.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// latencies are the upper bounds of the classes of answers, in seconds.
var latencies = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

func newMetrics(a *api.Archive) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_http_requests_total", Help: "Calls answered, by method, route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "assay_http_request_seconds", Help: "Time from a call to its answer, by route.", Buckets: latencies,
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "assay_archive_changes", Help: "Number of the archive's last change.",
		}, func() float64 {
			if r := readiness(a); r.Err == nil {
				return float64(r.Changes)
			}
			return -1
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "assay_index_changes", Help: "Number of the last change that the index has taken in.",
		}, func() float64 { return float64(readiness(a).Indexed) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "assay_index_ready", Help: "1 while the index follows the archive, 0 while a fault or a rebuild keeps it from that.",
		}, func() float64 {
			if readiness(a).Status == api.Ready {
				return 1
			}
			return 0
		}),
		telling{a},
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "assay_index_faults_total", Help: "Faults of the index that were met and logged.",
		}, func() float64 { return float64(readiness(a).Faults) }))
	return m
}

// telling counts webhooks when metrics are asked for.
type telling struct{ archive *api.Archive }

var webhooks = prometheus.NewDesc("assay_webhooks", "Webhooks, by whether they are on, failing, or off.", []string{"state"}, nil)

// Describe tells of the one metric.
func (telling) Describe(all chan<- *prometheus.Desc) { all <- webhooks }

// Collect counts, for a second at most.
func (t telling) Collect(all chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n, err := t.archive.Telling(ctx)
	if err != nil {
		return
	}
	for state, count := range map[string]int{"on": n.On, "failing": n.Failing, "off": n.Off} {
		all <- prometheus.MustNewConstMetric(webhooks, prometheus.GaugeValue, float64(count), state)
	}
}

// readiness asks for a second at most.
func readiness(a *api.Archive) api.Readiness {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return a.Ready(ctx)
}

// count measures every call.
func (m *metrics) count(c *gin.Context) {
	began := time.Now()
	c.Next()
	route := cmp.Or(c.FullPath(), "none") // whatever was asked for: its names are not ours to keep
	m.requests.WithLabelValues(methodLabel(c.Request.Method), route, strconv.Itoa(c.Writer.Status())).Inc()
	m.seconds.WithLabelValues(route).Observe(time.Since(began).Seconds())
}

// methodLabel is a method by its name, unless a caller invented it.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// showMetrics answers with what was counted, in Prometheus' text form.
func (s *Server) showMetrics(c *gin.Context, _ *noParameters) error {
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c.Writer, c.Request)
	return nil
}
