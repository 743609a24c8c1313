import Foundation
import RelyingParty
import Sentences

extension MetadataBLOB {
  /// Returns a sentence with the number and size of the BLOB, and the date on which the next one is due.
  public func sentence(at now: Date) -> Sentence {
    var sentence: Sentence =
      entries.count == 1
      ? "Metadata number \(number), 1 model, next update on \(nextUpdate.day)."
      : "Metadata number \(number), \(entries.count) models, next update on \(nextUpdate.day)."
    if isStale(at: now.unixTime) { sentence = "\(sentence) That day has passed: a newer BLOB should be there." }
    if skippedEntryCount > 0 {
      sentence = "\(sentence) Passed over, because they name no model: \(skippedEntryCount)."
    }
    return sentence
  }
}

extension MetadataLibrary {
  /// Returns the sentences of `latchstring metadata status` about the metadata in use: where they are from, whether
  /// newer metadata are due, and how many models they reject.
  public func status(of blob: MetadataBLOB, at now: Date) throws -> [Sentence] {
    let verdicts = blob.entries.map { MetadataStatusPolicy().judge($0, isVouched: true, at: now.unixTime) }
    var lines: [Sentence] = [blob.sentence(at: now), "From \(settings.file ?? settings.kept)."]
    if settings.file == nil, let kept = try kept() {
      let isStale = blob.isStale(at: now.unixTime)
      // A source that has nothing newer is asked once a day, not every hour.
      let day = kept.fetchedAt.day
      lines.append(
        kept.isDue(at: now.unixTime)
          ? "Fetched on \(day); a newer one is due."
          : isStale
            ? "Fetched on \(day); nothing newer was there then." : "Fetched on \(day); a newer one is not due.")
    }
    return lines + ["Refused, because revoked or compromised: \(verdicts.count { !$0.isAccepted })."]
  }
}

extension MetadataEntry {
  /// Returns the lines of `latchstring metadata show` about one model.
  ///
  /// FIDO's own words for its findings appear as published, in every language.
  public func lines(at now: Date) -> [Sentence] {
    let now = now.unixTime, verdict = MetadataStatusPolicy().judge(self, isVouched: true, at: now)
    var lines: [Sentence] = [verdict.name.map { Sentence(verbatim: Self.printable($0)) } ?? "without a name"]
    func say(_ name: Sentence, _ values: [String]) {
      if !values.isEmpty { lines.append("\(name): \(Self.printable(values.joined(separator: ", ")))") }
    }
    lines.append(verdict.isAccepted ? "Judged: accepted" : "Judged: refused")
    if let level = verdict.level { say("Certification", [level.rawValue]) } else { lines.append("Certification: none") }
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

  /// Returns the text without characters that a terminal would act on.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
