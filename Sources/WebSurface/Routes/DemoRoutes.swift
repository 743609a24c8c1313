import Hummingbird

struct DemoRoutes { func add(to router: Router<WebContext>) {} }
