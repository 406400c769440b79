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
	"assay/api/search"
)

// metrics are the server's Prometheus metrics.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// latencies are the histogram's upper bounds in seconds.
var latencies = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

func newMetrics(a *api.Archive) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "assay_http_requests_total", Help: "Requests served, by method, route and status.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "assay_http_request_seconds", Help: "Time to serve a request, by route.", Buckets: latencies,
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
			Name: "assay_index_changes", Help: "Number of the last indexed change.",
		}, func() float64 { return float64(readiness(a).Indexed) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "assay_index_ready", Help: "1 if the index follows the archive, 0 during an error or a rebuild.",
		}, func() float64 {
			if readiness(a).Status == search.Ready {
				return 1
			}
			return 0
		}),
		webhookCollector{a},
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "assay_index_faults_total", Help: "Index errors logged.",
		}, func() float64 { return float64(readiness(a).Faults) }))
	return m
}

// webhookCollector counts webhooks on each scrape.
type webhookCollector struct{ archive *api.Archive }

var webhooksDesc = prometheus.NewDesc("assay_webhooks", "Webhooks by state: on, failing, off.", []string{"state"}, nil)

// Describe sends the description of the one metric.
func (webhookCollector) Describe(all chan<- *prometheus.Desc) { all <- webhooksDesc }

// Collect sends the counts. It waits at most a second.
func (t webhookCollector) Collect(all chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n, err := t.archive.WebhookCounts(ctx)
	if err != nil {
		return
	}
	for state, count := range map[string]int{"on": n.On, "failing": n.Failing, "off": n.Off} {
		all <- prometheus.MustNewConstMetric(webhooksDesc, prometheus.GaugeValue, float64(count), state)
	}
}

// readiness reads the archive's state. It waits at most a second.
func readiness(a *api.Archive) search.Readiness {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return a.Ready(ctx)
}

// measure counts and times every request.
func (m *metrics) measure(c *gin.Context) {
	began := time.Now()
	c.Next()
	route := cmp.Or(c.FullPath(), "none") // unknown paths are not recorded
	m.requests.WithLabelValues(methodLabel(c.Request.Method), route, strconv.Itoa(c.Writer.Status())).Inc()
	m.seconds.WithLabelValues(route).Observe(time.Since(began).Seconds())
}

// methodLabel returns a standard method, or "other".
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// showMetrics returns the metrics in the Prometheus text format.
func (s *Server) showMetrics(c *gin.Context, _ *noParameters) error {
	promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(c.Writer, c.Request)
	return nil
}
