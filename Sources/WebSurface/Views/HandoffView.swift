import QRCodes
import Sentences

/// The page "Use another device", with a code that leads to Settings on a different device (M-08, M-09).
struct HandoffView {
  let address: String
  let code: QRCode

  /// The page to show if no other device can reach the site. It has no code, because no code could work.
  static var atHome: [String: Any] { frame("No other device reaches this page") }

  var values: [String: Any] {
    let drawn: [String: Any] = ["address": address, "side": code.side, "path": code.path]
    return Self.frame("Use another device").merging(["code": drawn]) { $1 }
  }

  private static func frame(_ title: Sentence) -> [String: Any] {
    ["title": title.said, "register": "working", "back": Origin.keys.link]
  }
}
