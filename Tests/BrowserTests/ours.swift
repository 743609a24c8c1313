/// A JavaScript expression that imports a module as the page's own scripts do: what it keeps in memory is the page's.
func ours(_ module: String) -> String {
  "import(document.querySelector('script[src$=\"/page.js\"]').src.replace('page.js', '\(module)'))"
}
