# Which addresses are shared, and which query parameters matter; a test compares it with the routes.

# Sets Site-Kind (own, file, prefixed, root, unprefixed), Site-Visitor (own, other, cn, none), Site-Key (the URL
# without query parameters that change no page) and Site-Shared (set if all visitors may get the same response).
sub site_classify {
    unset req.http.Site-Shared;
    # Site-Path is the path without query and language prefix.
    set req.http.Site-Path = regsub(regsub(req.url, "\?.*$", ""), "^/(?:en)(?=[/.]|$)", "");

    if (req.url ~ "^.{2049}" || req.http.Site-Path ~ "^(?:/contact-us/received(?:\.data)?$|/quotation(?:\.data)?$|/quotation/received(?:\.data)?$|/login(?:\.data)?$|/language(?:[/.]|$)|/api(?:[/.]|$)|/desk(?:[/.]|$)|/guestbook(?:\.data)?$|/hooks(?:[/.]|$)|/hooks/purge(?:\.data)?$|/client-errors(?:\.data)?$|/healthz(?:\.data)?$|/readyz(?:\.data)?$|/metrics(?:\.data)?$)") {
        set req.http.Site-Kind = "own";
    } elseif (req.http.Site-Path ~ "^(?:/media(?:/|$)|/rss\.xml$|/sitemap[a-z-]*\.xml$|/robots\.txt$|/manifest\.webmanifest$|/theme\.css$|/assets(?:/|$)|/builds(?:/|$)|/icons(?:/|$)|/plates(?:/|$)|/share(?:/|$)|/files(?:/|$)|/qr(?:/|$))") {
        set req.http.Site-Kind = "file";
    } elseif (req.url ~ "^/(?:en)(?:[/.?]|$)") {
        set req.http.Site-Kind = "prefixed";
    } elseif (req.url ~ "^/(?:_\.data)?(?:\?|$)") {
        set req.http.Site-Kind = "root";
    } else {
        set req.http.Site-Kind = "unprefixed";
    }

    if (req.http.Cookie ~ "(?:^|;)\s*token=") {
        set req.http.Site-Visitor = "own";
    } elseif (req.http.Cookie ~ "(?:^|;)\s*i18n_redirected=(?!cn\s*(?:;|$))") {
        set req.http.Site-Visitor = "other";
    } elseif (req.http.Cookie ~ "(?:^|;)\s*i18n_redirected=") {
        set req.http.Site-Visitor = "cn";
    } else {
        set req.http.Site-Visitor = "none";
    }

    # Pages without prefix redirect visitors who have chosen another language. The root also redirects a browser that
    # prefers another one; of its Accept-Language only the simplest forms are evaluated.
    if (req.http.Site-Kind == "file" ||
        (req.http.Site-Kind == "prefixed" && req.http.Site-Visitor != "own") ||
        (req.http.Site-Kind ~ "^(?:unprefixed|root)$" && req.http.Site-Visitor == "cn") ||
        (req.http.Site-Kind == "unprefixed" && req.http.Site-Visitor == "none") ||
        (req.http.Site-Kind == "root" && req.http.Site-Visitor == "none" &&
            (!req.http.Accept-Language || req.http.Accept-Language ~ "(?i)^zh(?:-\w+)*\s*(?:,|$)"))) {
        set req.http.Site-Shared = "yes";
    }

    # Only known paths with usual names in the query have a shorter key. Other paths may be old addresses, whose redirect
    # depends on the whole query, and the site might read unusual names differently.
    set req.http.Site-Key = req.url;
    if (req.http.Site-Path ~ "^(?:/(?:\.data)?$|/about-us(?:\.data)?$|/contact-us(?:\.data)?$|/search(?:\.data)?$|/search/suggest(?:\.data)?$|/page/[^/]+(?:\.data)?$|/batch(?:\.data)?$|/batch/[^/]+(?:\.data)?$|/batch/[^/]+/qr\.svg(?:\.data)?$|/[^/]+/list(?:[/.]|$)|/[^/]+/info/[^/]+(?:\.data)?$|/sitemap[a-z-]*\.xml(?:\.data)?$)" && req.url ~ "^[^?]*\?(?:[a-z0-9_]+=[^&]*(?:&|$))*$") {
        set req.http.Site-Key = regsub(regsuball(req.url, "(?<=[?&])(?!(?:about|q|verbatim|number|page|keyword|sort|_routes)=)[^&]*(?:&|$)", ""), "[?&]$", "");
    }
}
