import Sentences

/// The page from which a run was started and to which it returns. The list is closed, so that no external address is
/// ever followed.
enum Origin: String, CaseIterable {
  case home = "/"
  case lab = "/lab"
  case account = "/account"
  case safety = "/safety"

  var path: String { rawValue }
  /// The link that leads back to the page.
  var link: [String: String] { ["label": label.said, "path": path] }
  var label: Sentence {
    switch self {
    case .home: "Home"
    case .lab: "Lab"
    case .account: "Account"
    case .safety: "Settings"
    }
  }
}
