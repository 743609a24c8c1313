import Authenticator
import Foundation
import PasskeyHands
import TPMKeys
import TestProgram
import TestReader
import TestTPM
import VirtualReaders

/// An authenticator whose keys are in a TPM, for use by third-party programs.
final class TPMAuthenticator: Sendable {
  /// How a program reaches the authenticator.
  enum Line: String, Sendable, CaseIterable { case socket, reader }

  let folder = TestFolder()
  let queue: AuthenticatorQueue
  let watch = PersonWatch()
  let host: HIDHost
  private let tpm: TestTPM
  /// A client for the steps that a test performs itself.
  var client: CTAPClient { CTAPClient { [queue] request in await queue.perform(.cbor(request), on: 0) } }

  init(person: any Person = AlwaysPresent()) throws {
    tpm = try TestTPM()
    var settings = AuthenticatorSettings()
    settings.resetWindow = nil
    queue = AuthenticatorQueue(
      Authenticator(
        keys: TPMKeyStore(folder: folder.path("keys"), device: tpm.device),
        storage: try FileStorage(path: folder.path("shelf")),
        person: WatchedPerson(person, watch), settings: settings))
    host = HIDHost(queue, watch: watch)
  }

  /// Runs Python programs with their client library, which `scripts/setup tests` fetched.
  func withPython(_ line: Line, _ work: (PythonClient) async throws -> Void) async throws {
    switch line {
    case .socket:
      let socket = try HIDSocket(path: folder.path("fido.sock"), host: host)
      defer { socket.stop() }
      try await work(PythonClient(line: socket.path, environment: [:]))
    case .reader:
      let reader = try TestReader()
      defer { withExtendedLifetime(reader) {} }
      try reader.slots[0].insert(VirtualCard(PasskeyCard(queue, watch: watch)))
      _ = try await reader.seen { $0.readers.first(where: \.isPresent) }
      try await work(PythonClient(line: "reader", environment: reader.environment))
    }
  }
}

/// Runs the programs in the folder `Foreign`.
struct PythonClient {
  let line: String
  let environment: [String: String]

  /// The JSON object that a program prints. If the program fails, so does the test, with the program's message.
  func run(_ program: String) async throws -> Seen {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Foreign/\(program)").path
    // The system's own Python if there is one: a different one on PATH does not see what Debian installs. -B: nothing
    // is written beside the programs.
    let python =
      FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
      ? ["/usr/bin/python3"] : ["/usr/bin/env", "python3"]
    let ran = try await TestProgram(python + ["-B", script, try Self.folder.get(), line], environment: environment)
      .run()
    guard ran.status == 0, let seen = Seen(ran.output) else { throw Missing("\(program): \(ran.output)\(ran.errors)") }
    return seen
  }

  /// The folder into which `scripts/setup tests` puts the client, unless `LATCHSTRING_PYTHON_FIDO2` names a different
  /// one.
  private static let folder = Result { () throws -> String in
    let environment = ProcessInfo.processInfo.environment
    let caches = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "") + "/.cache"
    let folder = environment["LATCHSTRING_PYTHON_FIDO2"] ?? caches + "/latchstring-tests/fido2==2.2.1"
    guard FileManager.default.fileExists(atPath: folder + "/fido2/ctap2/base.py") else {
      throw Missing("\(folder) is missing: run scripts/setup tests")
    }
    return folder
  }
}

/// The values that a program reported, by name, each as JSON without spaces.
struct Seen {
  private let members: [String: Any]
  init?(_ json: String) {
    guard let members = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] else { return nil }
    self.members = members
  }
  subscript(_ name: String) -> String? {
    members[name].flatMap {
      try? JSONSerialization.data(
        withJSONObject: $0, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    }
    .map { String(decoding: $0, as: UTF8.self) }
  }
  func numbers(_ name: String) -> [Int] { members[name] as? [Int] ?? [] }
}

struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}
