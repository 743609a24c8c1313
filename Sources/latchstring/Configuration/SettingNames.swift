import Foundation
import Model
import TerminalSurface
import Words
import Sentences

/// The available settings, so that an unknown name is reported rather than ignored. docs/CONFIGURATION.md describes
/// each one.
enum SettingNames {
  static let all: Set<String> = Set(
    """
    data database.url database.connections database.password.file host port browser log.level trusted.proxies hands.port recovery.providers practice.port
    keys.store keys.tcti keys.presence keys.profile keys.attestation keys.aaguid
    rp.id rp.name origins related.origins apple.apps android.apps posts.per.minute accounts.per.day registration
    metrics.port operator.mail audit.key.file audit.keep.days openid.keys.file
    user.verification counter.policy sessions.days password.operations password.memory
    metadata.file metadata.root metadata.signer metadata.update attestation.roots conformance.api conformance.metadata
    provider.name provider.url provider.methods provider.currency provider.fee.annual provider.fee.truth
    provider.liability provider.uploads.per.payment provider.storage.limit provider.terms provider.privacy
    provider.old.protocol provider.salt.text
    smtp.url smtp.sender smtp.user smtp.password smtp.password.file email.command sms.command post.command video.meeting
    iban.account iban.holder iban.transfers iban.command merchant.url merchant.token merchant.token.file
    limits.look.ups.per.address limits.documents.per.account limits.uploads.per.account limits.kept.per.address
    limits.truths.per.address limits.reviews.per.address limits.wrong.answers
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// - Throws: `ConfigurationProblem` if the file contains anything that is not a setting.
  static func check(_ file: String) throws {
    let contents = FileManager.default.contents(atPath: file).flatMap { try? JSONSerialization.jsonObject(with: $0) }
    let unknown = names(in: contents as? [String: Any] ?? [:]).filter { !all.contains($0) }.sorted()
    guard !unknown.isEmpty else { return }
    let sentences: [Sentence] = unknown.map {
      "\(file) has “\($0)”, which is no setting. \(advice($0, among: all))"
    }
    throw ConfigurationProblem(sentences.dropFirst().reduce(sentences[0]) { "\($0) \($1)" })
  }

  /// Warns of variables that look like settings but are not. Such a variable does not stop the program, because whoever
  /// set it may have meant a different version or program.
  static func warn(of environment: [String: String]) {
    for sentence in warnings(of: environment) { complain(sentence) }
  }

  static func warnings(of environment: [String: String]) -> [Sentence] {
    let known = Set(all.map { $0.replacing(".", with: "_").uppercased() }).union(readElsewhere)
    let named = environment.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    return named.filter { !known.contains($0) && !ofBuildAndTests.contains($0) }.sorted().map {
      "The environment has \(prefix)\($0), which is no setting. \(advice($0, among: known, after: prefix))"
    }
  }

  private static let prefix = "LATCHSTRING_"
  /// The variables read elsewhere: the settings file, the PIN dialog, and the socket that OpenSSH's library looks for.
  private static let readElsewhere: Set = ["CONFIG", "KEYS_PINENTRY", "KEYS_SOCKET"]
  /// The variables with which scripts and tests communicate. Every program that they start inherits them.
  private static let ofBuildAndTests = Set(
    """
    AXE FILE_LIMIT FUZZ_ACCEPTED FUZZ_SEEDS PARTS PYTHON_FIDO2 PYTHON_KEYCARD RECORD SHARED_FOLDER SHARED_PATH
    SHARED_ROOM SHARED_STORE SHARED_TPM SHARED_USER SIEGE_SEED TESTS_IN TEST_DATABASE TEST_KEY TEST_PAM VECTORS WITH
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static func advice(_ name: String, among known: Set<String>, after prefix: String = "") -> Sentence {
    Nearness.nearest(to: name, among: known.sorted()).map { "Did you mean “\(prefix)\($0)”?" }
      ?? "docs/CONFIGURATION.md lists them all."
  }

  /// Returns the path of each value, with dots for nesting.
  private static func names(in object: [String: Any], below path: String = "") -> [String] {
    object.flatMap { name, value in
      (value as? [String: Any]).map { names(in: $0, below: "\(path)\(name).") } ?? [path + name]
    }
  }
}
