import EscrowProvider
import Foundation

/// Small pictures.
public enum TestPhoto {
  /// A PNG of two by two pixels.
  public static let png = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGM4MKEAiBgSHAyACAArfgUh6stcUQAAAABJRU5ErkJggg==")
      ?? Data())
  /// A picture of this many bytes that begins like a JPEG; whoever stores it does not read the rest.
  public static func jpeg(_ count: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0] + (4..<max(count, 4)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }
}

extension TestProvider {
  /// Decides as the host about the photo waiting under this number: yes unless a reason is given.
  ///
  /// - Returns: `true` if one was waiting.
  public func decide(_ number: String, reason: String?) async throws -> Bool {
    let clock = clock, operations = PhotoReviews(store: store, now: { clock.now })
    guard let number = ReviewNumber.read(number) else { return false }
    return try await operations.decide(number, reason.map { .no(reason: $0) } ?? .yes)
  }
}
