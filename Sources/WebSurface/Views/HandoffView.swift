import QRCodes

/// The page "Use another device": a code that leads to Settings on another device (M-08, M-09).
struct HandoffView {
  let address: String
  let code: QRCode

  /// What stands there where no other device reaches the site: no code, for it could not work.
  static var atHome: [String: Any] { frame("No other device reaches this page") }

  var values: [String: Any] {
    Self.frame("Use another device").merging(["code": ["address": address, "side": code.side, "path": code.path] as [String: Any]]) { $1 }
  }

  private static func frame(_ title: String) -> [String: Any] {
    ["title": title, "register": "working", "back": ["label": Origin.safety.label, "path": Origin.safety.path]]
  }
}
