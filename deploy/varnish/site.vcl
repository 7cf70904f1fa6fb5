# Varnish in front of the nodes, as a CDN of your own. It needs Varnish 6 or later and its modules (on Debian the packages
# varnish and varnish-modules), and nodes with CDN_TAGS=surrogate-key and CDN_PURGE_URL. Put it beside routes.vcl in
# /etc/varnish, and change the addresses below. docs/operations/varnish.md explains each step.
vcl 4.1;

import directors;
import std;
import xkey;

include "routes.vcl";

probe alive {
    .url = "/healthz";
    .interval = 2s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# The nodes. With one node, remove the second one here and in vcl_init.
backend node_1 { .host = "127.0.0.1"; .port = "3001"; .probe = alive; .connect_timeout = 1s; .first_byte_timeout = 60s; }
backend node_2 { .host = "127.0.0.1"; .port = "3002"; .probe = alive; .connect_timeout = 1s; .first_byte_timeout = 60s; }

# Only the nodes may purge.
acl site_nodes {
    "127.0.0.1";
    "::1";
}

# Proxies that end TLS in front of Varnish and send HTTP. Only their X-Forwarded-For is trusted.
acl tls_proxies {
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new nodes = directors.round_robin();
    nodes.add_backend(node_1);
    nodes.add_backend(node_2);
}

sub vcl_recv {
    set req.backend_hint = nodes.backend();
    if (req.restarts == 0) {
        unset req.http.Site-Stale;
        # Varnish has appended client.ip. A purge comes directly from a node, never through the proxy that ends TLS.
        if (req.method == "PURGE") {
            if (client.ip !~ site_nodes || req.http.X-Forwarded-For != "" + client.ip) {
                return (synth(403));
            }
            set req.http.Site-Purged = xkey.softpurge(req.http.Surrogate-Key);
            return (synth(200, "Purged"));
        }
        if (client.ip !~ tls_proxies) {
            set req.http.X-Forwarded-For = client.ip;
            unset req.http.X-Request-Id;
            unset req.http.traceparent;
        }
        call site_classify;
    }
    # Operators request these from each node directly.
    if (req.url ~ "^/(?:metrics|readyz)(?:\?|$)") {
        return (synth(404));
    }
    if ((req.method != "GET" && req.method != "HEAD") || !req.http.Site-Shared) {
        unset req.http.Site-Shared;
        return (pass);
    }
    # The request for a shared response has no data of this visitor, so the response can't contain any.
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.Accept-Language;
    # An outdated or purged page is only sent while no node answers, because it is better than an error.
    if (!req.http.Site-Stale && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 8d;
    }
    return (hash);
}

sub vcl_hash {
    # Pages don't depend on the Host header.
    hash_data(req.http.Site-Key);
    return (lookup);
}

sub vcl_backend_fetch {
    unset bereq.http.Site-Path;
    unset bereq.http.Site-Visitor;
    unset bereq.http.Site-Key;
    unset bereq.http.Site-Stale;
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # Only files and shared pages are cached; shared pages have tags. Redirects and errors may contain what a visitor sent.
    if (beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)private|no-store|no-cache" ||
        beresp.http.Vary == "*" || (!beresp.http.Surrogate-Key && bereq.http.Site-Kind != "file")) {
        set beresp.uncacheable = true;
        # During this time, requests for this URL don't wait for each other.
        set beresp.ttl = 10s;
        set beresp.grace = 0s;
        return (deliver);
    }
    if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    }
    set beresp.grace = 1d;
    if (beresp.http.Surrogate-Control ~ "stale-if-error=\d+") {
        set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    unset beresp.http.Surrogate-Key;
    unset beresp.http.Surrogate-Control;
    return (deliver);
}

sub vcl_deliver {
    # If a node responds with an error, the request starts again: a cached copy or the other node then responds.
    if (resp.status >= 500 && req.restarts == 0 && req.http.Site-Shared) {
        set req.http.Site-Stale = "yes";
        return (restart);
    }
    # During an update one node may lack files that the other node has.
    if (resp.status == 404 && req.restarts == 0 && req.url ~ "^/assets/") {
        return (restart);
    }
    if (!req.http.Site-Shared) {
        set resp.http.X-Cache = "BYPASS";
    } elseif (obj.hits == 0) {
        set resp.http.X-Cache = "MISS";
    } elseif (obj.ttl <= 0s) {
        set resp.http.X-Cache = "STALE";
    } else {
        set resp.http.X-Cache = "HIT";
    }
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Surrogate-Control;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    return (deliver);
}

sub vcl_backend_error {
    # Only requests that read are sent to another node, because both nodes could receive a form.
    if (bereq.retries < 3 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    # No node answers, and there is no copy.
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "10";
    set beresp.http.Content-Security-Policy = "default-src 'none'";
    synthetic({"<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>503 Service Unavailable</title><h1>503 Service Unavailable</h1><p>网站暂时无法访问，请稍后再试。</p><p lang="en-US">The site can’t be reached right now. Please try again in a moment.</p></html>"});
    return (deliver);
}

sub vcl_synth {
    set resp.http.Cache-Control = "no-store";
    if (req.http.Site-Purged) {
        set resp.http.X-Purged = req.http.Site-Purged;
    }
    set resp.body = resp.reason;
    return (deliver);
}
