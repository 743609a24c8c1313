import Mail
import Model

extension StrictSettings {
  /// Reads the mail server; returns `nil` if none is set.
  func mailServer() throws -> SMTPSettings? {
    guard let url = try text("smtp.url") else { return nil }
    guard let sender = try text("smtp.sender") else {
      throw ConfigurationProblem("smtp.sender is missing: the address that mail comes from.")
    }
    guard try text("smtp.user") == nil || secret("smtp.password") != nil else {
      throw ConfigurationProblem("smtp.user is set, and smtp.password is missing.")
    }
    let user = try text("smtp.user"), password = try secret("smtp.password")
    guard let settings = SMTPSettings(url: url, sender: sender, user: user, password: password) else {
      throw ConfigurationProblem("smtp.url must be like smtp://mail.example.org:587, and smtp.sender a plain address.")
    }
    return settings
  }
}
