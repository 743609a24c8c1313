import Authenticator
import Foundation

/// A person who is asked by a notification of the desktop with a button (libnotify's `notify-send`).
public struct NotifiedPerson: Person {
  private let program: String, timeout: Int
  public let verification: (any BuiltInVerification)?

  /// - Returns: `nil` where there is no such program.
  public init?(_ name: String = "notify-send", timeout: Int = 30, verification: (any BuiltInVerification)? = nil) {
    guard let found = ProgramPath.find(name) else { return nil }
    program = found
    self.timeout = timeout; self.verification = verification
  }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    guard !Task.isCancelled else { return .cancelled }
    let arguments = [
      "--app-name=\(OccasionWords.title)", "--urgency=critical", "--wait", "--expire-time=\(timeout * 1_000)", "--action=allow=Allow",
      "--action=refuse=Refuse", "--", OccasionWords.title, Self.withoutMarkup(OccasionWords(occasion).question),
    ]
    guard let child = ChildProgram(program, arguments) else { return .declined }
    let end = ContinuousClock.now + .seconds(timeout)
    let printed = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        Thread.detachNewThread {
          let printed = Self.line(of: child, until: end)
          child.interrupt()
          child.end()
          waiter.resume(returning: printed)
        }
      }
    } onCancel: {
      child.interrupt()
    }
    if Task.isCancelled { return .cancelled }
    if printed == "allow" { return .present }
    return printed.isEmpty && ContinuousClock.now >= end ? .timedOut : .declined
  }

  private static func line(of child: ChildProgram, until end: ContinuousClock.Instant) -> String {
    var bytes: [UInt8] = []
    while bytes.count < 64, !bytes.contains(0x0a) {
      let part = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { Array($0.prefix(child.receive(into: $0, until: end))) }
      guard !part.isEmpty else { break }
      bytes += part
    }
    return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
  }

  /// Desktops read a notification's text as markup.
  private static func withoutMarkup(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
