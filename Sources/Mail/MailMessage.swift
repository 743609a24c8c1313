import Foundation

/// A message of plain text for one recipient.
public struct MailMessage: Sendable {
  /// One line, visible on locked screens.
  public var subject: String
  public var text: String
  /// An address to which mail can be sent.
  public var recipient: String

  public init(subject: String, text: String, to recipient: String) {
    self.subject = subject; self.text = text; self.recipient = recipient
  }

  /// Returns the message as it is sent (RFC 5322), with SMTP line endings.
  func written(from sender: String, at date: Date) -> String {
    let host = sender.split(separator: "@").last ?? "localhost"
    let fields = [
      "Date: \(Self.day(date))", "From: <\(sender)>", "To: <\(recipient)>", "Subject: \(subject)",
      "Message-ID: <\(UUID().uuidString)@\(host)>", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64", "Auto-Submitted: auto-generated",
    ]
    let body = Data(text.replacing("\n", with: "\r\n").utf8)
      .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    return (fields + ["", body, ""]).joined(separator: "\r\n")
  }

  private static func day(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return formatter.string(from: date)
  }
}
