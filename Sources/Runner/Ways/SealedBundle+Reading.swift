import Foundation
import HandsProtocol

extension SealedBundle {
  /// `nil` where the text is none.
  static func read(_ text: String?) -> SealedBundle? { text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } }
}
