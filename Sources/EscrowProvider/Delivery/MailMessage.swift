import Foundation

/// A letter as mail (RFC 5322), with SMTP line endings. The code appears in the text but not in the subject, which is
/// visible on locked screens.
struct MailMessage {
  var letter: CodeLetter
  var sender: String
  var recipient: String
  var date: Date

  var text: String {
    let host = sender.split(separator: "@").last ?? "localhost"
    let fields = [
      "Date: \(Self.written(date))", "From: <\(sender)>", "To: <\(recipient)>", "Subject: \(letter.subject)",
      "Message-ID: <\(UUID().uuidString)@\(host)>", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64", "Auto-Submitted: auto-generated",
    ]
    let body = Data(letter.textInGroups.replacing("\n", with: "\r\n").utf8)
      .base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    return (fields + ["", body, ""]).joined(separator: "\r\n")
  }

  private static func written(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return formatter.string(from: date)
  }
}
