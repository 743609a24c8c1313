import Foundation
import RelyingParty

extension MetadataBLOB {
  /// The number, the size, and when the next one is due.
  public func sentence(at now: Date) -> String {
    let models = "\(entries.count) \(entries.count == 1 ? "model" : "models")"
    var text = "Metadata number \(number), \(models), next update on \(nextUpdate.day)."
    if isStale(at: now.unixTime) { text += " That day has passed: a newer BLOB should be there." }
    if skippedEntryCount > 0 { text += " Passed over, because they name no model: \(skippedEntryCount)." }
    return text
  }
}

extension MetadataLibrary {
  /// What `latchstring metadata status` says of the metadata in use: where they are from, whether newer ones are due,
  /// and how many models they refuse.
  public func status(of blob: MetadataBLOB, at now: Date) throws -> [String] {
    let verdicts = blob.entries.map { MetadataStatusPolicy().judge($0, isVouched: true, at: now.unixTime) }
    var lines = [blob.sentence(at: now), "From \(settings.file ?? settings.kept)."]
    if settings.file == nil, let kept = try kept() {
      let isStale = blob.isStale(at: now.unixTime)
      // Whoever has nothing newer to give is asked once a day, not each hour.
      let next =
        kept.isDue(at: now.unixTime)
        ? "a newer one is due" : isStale ? "nothing newer was there then" : "a newer one is not due"
      lines.append("Fetched on \(kept.fetchedAt.day); \(next).")
    }
    return lines + ["Refused, because revoked or compromised: \(verdicts.count { !$0.isAccepted })."]
  }
}

extension MetadataEntry {
  /// What `latchstring metadata show` says of one model.
  public func lines(at now: Date) -> [String] {
    let now = now.unixTime, verdict = MetadataStatusPolicy().judge(self, isVouched: true, at: now)
    var lines = [Self.printable(verdict.name ?? "without a name")]
    func say(_ name: String, _ values: [String]) {
      if !values.isEmpty { lines.append("\(name): \(Self.printable(values.joined(separator: ", ")))") }
    }
    say("Judged", [verdict.isAccepted ? "accepted" : "refused"])
    say("Certification", [verdict.level?.rawValue ?? "none"])
    say("Reported", reports(at: now).map { $0.status.rawValue + ($0.effectiveDate.map { " (\($0.day))" } ?? "") })
    guard let statement else { return lines }
    say("Protocol", [statement.protocolFamily].compactMap { $0 } + statement.versions)
    say("Firmware from", [statement.authenticatorVersion].compactMap { $0.map { "\($0)" } })
    say("Attestation", statement.attestationTypes)
    say("Roots", ["\(statement.attestationRootCertificates.count)"])
    say("User verification", statement.userVerificationDetails.map { $0.joined(separator: " and ") })
    say("Keys kept in", statement.keyProtection)
    say("User verified in", statement.matcherProtection)
    say("Strength", [statement.cryptoStrength].compactMap { $0.map { "\($0) bits" } })
    return lines
  }

  /// Without characters that a terminal would obey.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
