import Vocabulary

/// The key-tap detector's looks (A-17 … A-20).
struct DetectorView {
  let status: String
  let values: [String: Any]
  /// What it says from the browser's answer to the verified result (G-31). The page shows it by itself: it is over when the server has answered.
  private static let reading = "Reading…"

  /// - Parameters:
  ///   - again: what its circle presses, where a press asks for the key once more.
  ///   - isPhone: whether a key is held to it rather than put into it.
  init(_ detector: Detector, again: String? = nil, isPhone: Bool = false) {
    let (look, figure, status) =
      switch detector {
      case .waiting: ("waiting", "ring", "Waiting for key…")
      case .reading: ("reading", "ring-reading", Self.reading)
      case .read: ("read", "ring-read", "Key detected")
      case .aligning: ("aligning", isPhone ? "align-nfc" : "align-usb", "Waiting for key…")
      case .missed: ("timedOut", "ring-lost", "That didn't read.")
      case .refused: ("timedOut", "ring-lost", "Not this key.")
      }
    self.status = status
    values = [
      "look": look, "figure": figure, "status": status, "pulses": detector == .waiting || detector == .reading,
      "isDiagram": detector == .aligning, "asks": again != nil, "action": again ?? "",
      "reading": Self.reading,
    ]
  }
}
