import Sentences
import WaysBack

/// The room in which somebody says where their things lie. What is said there stays in the open journal: the server
/// draws the room empty, and never fills it.
struct ThingsView {
  let holdings: Holdings

  var values: [String: Any] {
    [
      "title": say("Where your things lie"), "register": "working", "back": Origin.account.link,
      "origin": Origin.things.path, "canOpen": Picture(holdings)?.hasJournal ?? true,
    ]
  }
}
