import QRCodes

/// The page "Enroll on phone": a code that leads to Settings on another device (M-08, M-09).
struct HandoffView {
  let address: String
  let code: QRCode
  /// The site is on this computer alone.
  let isLocal: Bool

  var values: [String: Any] {
    [
      "title": "Enroll on phone", "register": "working", "back": ["label": Origin.safety.label, "path": Origin.safety.path],
      "address": address, "side": code.side, "path": code.path, "isLocal": isLocal,
    ]
  }
}
