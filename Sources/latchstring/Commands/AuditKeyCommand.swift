import ArgumentParser
import AuditLog
import Foundation
import Model
import Sentences
import TerminalSurface

/// Says with which key the audit log's checkpoints are signed, and makes a new one.
struct AuditKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Print the public key that the audit log's checkpoints are signed with.")

  @OptionGroup var place: PlaceFlags
  @Flag(help: "Make a new key. The old one stays beside it.") var new = false

  func run() async throws {
    try await reportingProblems(status: 2) {
      let reading = try await place.database()
      guard new else {
        guard let key = try await AuditKey.key(in: reading) else {
          throw ConfigurationProblem("There is no key yet: the site's first start makes it.", code: "noKey")
        }
        return print(key.text)
      }
      let settings = try await place.settings(), store = try StorePlace(settings).open()
      guard let rpID = try await store.read({ try $0.installationValue("rp_id") }) else {
        throw ConfigurationProblem("This site was never started. Its first start makes the key.", code: "noKey")
      }
      let key = try await AuditKey(settings, of: String(decoding: rpID, as: UTF8.self)).replace(in: store)
      print(key.text)
      say("This is the new key. Bring its file to the site's other servers, and start all of them again.")
    }
  }
}
