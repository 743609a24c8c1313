import Sentences
import Vocabulary

/// The key-tap detector's appearance (A-17 … A-20).
struct DetectorView {
  let status: String
  let values: [String: Any]
  /// The text shown between the browser's response and the verified result (G-31). The page shows it by itself until
  /// the server has responded.
  private static let reading: Sentence = "Reading…"

  /// - Parameters:
  ///   - again: The action of the detector's circle, if pressing it asks for the key once more.
  ///   - isPhone: `true` if a key is held to the device rather than inserted into it.
  init(_ detector: Detector, again: String? = nil, isPhone: Bool = false) {
    let (look, figure) =
      switch detector {
      case .waiting: ("waiting", "ring")
      case .reading: ("reading", "ring-reading")
      case .read: ("read", "ring-read")
      case .aligning: ("aligning", isPhone ? "align-nfc" : "align-usb")
      case .missed, .refused: ("timedOut", "ring-lost")
      }
    status = detector.status(reading: Self.reading).said
    values = [
      "look": look, "figure": figure, "status": status, "pulses": detector == .waiting || detector == .reading,
      "isDiagram": detector == .aligning, "asks": again != nil, "action": again ?? "",
      "reading": Self.reading.said,
    ]
  }
}

extension Detector {
  fileprivate func status(reading: Sentence) -> Sentence {
    switch self {
    case .waiting, .aligning: "Waiting for key…"
    case .reading: reading
    case .read: "Key detected"
    case .missed: "That didn't read."
    case .refused: "Not this key."
    }
  }
}
