import AuditLog
import CardHands
import CeremonyService
import Foundation
import HandsTools
import Model
import PasskeyHands
import ProgramFiles
import Sentences
import Store

/// What `latchstring doctor` looks at.
struct Installation {
  typealias Finding = Doctor.Finding
  let place: PlaceFlags
  /// `true` if mail is sent to the operator as a trial.
  var isMailTried = false

  /// What runs with these settings.
  enum Role {
    case home(Settings), serve(Settings), provider(ProviderCommandSettings)

    /// The settings of a site; `nil` for a provider.
    var settings: Settings? {
      switch self {
      case .home(let settings), .serve(let settings): settings
      case .provider: nil
      }
    }
    var data: String {
      switch self {
      case .home(let settings), .serve(let settings): settings.data
      case .provider(let settings): settings.data
      }
    }
  }

  func findings() async -> [Finding] {
    var findings = [program]
    do {
      let read = try await place.settings(), role = try Self.role(read)
      findings.append(settings(role))
      findings += try OpenSecrets.findings(read)
      if case .provider(let settings) = role, case .server(let address) = settings.store {
        findings.append(Self.shares(at: address))
      } else {
        findings += KeptFolder(path: role.data).findings
      }
      if case .provider = role {} else { findings.append(await Self.accounts(of: role)) }
      if let settings = role.settings, let services = await Self.services(settings) { findings.append(services) }
      findings += await RunningServer(role: role).findings()
      if case .serve(let settings) = role {
        findings.append(await TriedMail(settings: settings, isSent: isMailTried).finding)
      } else if isMailTried {
        findings.append(Finding(topic: "Mail", sentence: "Only a site for many people writes to its operator."))
      }
      if case .home = role {
        findings += try await Self.passkeys(KeysSettings(read))
        findings.append(await Self.readers)
      }
    } catch let problem as ConfigurationProblem {
      findings.append(Finding(isFine: false, topic: "Settings", sentence: problem.sentence))
    } catch {
      findings.append(Finding(isFine: false, topic: "Passkeys", sentence: "What holds the keys cannot be reached."))
    }
    return findings
  }

  private var program: Finding {
    let pages = ProgramFiles.folder(of: "WebSurface").path
    guard FileManager.default.fileExists(atPath: pages) else {
      return Finding(
        isFine: false, topic: "Program", sentence: "Its pages are missing: \(pages). Install the package again.")
    }
    return Finding(isFine: true, topic: "Program", sentence: "\(Latchstring.version), with its pages in \(pages).")
  }

  private static func role(_ read: StrictSettings) throws -> Role {
    if try read.areOfSite { return .serve(try Settings.serve(read)) }
    if try read.areOfProvider { return .provider(try ProviderCommandSettings(read)) }
    guard try read.number("trusted.proxies", in: 0...8) == nil else {
      throw ConfigurationProblem(
        "These settings are a server's, and lack rp.id, a site's host name, or provider.name, who runs a provider.")
    }
    return .home(try Settings.home(read))
  }

  private func settings(_ role: Role) -> Finding {
    let sentence: Sentence =
      switch role {
      case .home: "For this computer alone."
      case .serve(let settings): "For many people, at \(settings.rpID)."
      case .provider(let settings): "For an escrow provider, \(settings.provider.businessName)."
      }
    return Finding(isFine: true, topic: "Settings", sentence: sentence)
  }

  /// Reads the whole database and the whole audit log.
  private static func accounts(of role: Role) async -> Finding {
    let topic: Sentence = "Accounts", place = role.settings?.store ?? .file(Settings.database(in: role.data))
    if case .file(let path) = place {
      guard FileLook(at: path) != .missing else {
        return Finding(topic: topic, sentence: "There is no database yet. The first start creates it.")
      }
      if let sentence = FileLook(at: path).sentence(path, "database at ") {
        return Finding(isFine: false, topic: topic, sentence: sentence)
      }
    }
    do {
      let store = try place.openExisting()
      if let file = store as? SQLiteStore { try await file.checkIntegrity() }
      if case .server(let address) = place, let todo = try DatabaseLook(address).findings.first(where: { !$0.isFine }) {
        return Finding(isFine: false, topic: topic, sentence: todo.sentence)
      }
      if let settings = role.settings {
        let other = try await store.read { try Site.otherRPID(than: settings.rpID, in: $0) }
        if let other { return Finding(isFine: false, topic: topic, sentence: other.sentence(settings.rpID)) }
      }
      let file = role.settings.map { AuditKey(at: $0.auditKey, of: $0.rpID, in: $0.data, $0.store) }
      let verdict = try await store.judgeAudit(by: try await file?.own(in: store))
      if case .success = verdict, let days = role.settings?.auditKeepDays, try await Self.isTrimDue(store, days) {
        return Finding(
          isFine: false, topic: topic,
          sentence: """
            Entries of the audit log are more than a week older than the \(days) days of audit.keep.days. Write them to a \
            file and take them out: latchstring audit trim --export FILE
            """)
      }
      let count = try await store.read { try $0.accounts(limit: .max).count }
      let amount: Sentence = count == 0 ? "None yet." : count == 1 ? "One." : "\(count)."
      switch verdict {
      case .success: return Finding(isFine: true, topic: topic, sentence: "\(amount) The audit log is unbroken.")
      case .failure(let found): return Finding(isFine: false, topic: topic, sentence: found.sentence)
      }
    } catch let error as StoreError {
      return Finding(
        isFine: false, topic: topic, sentence: "The database cannot be opened: \(error.reason).")
    } catch let problem as ConfigurationProblem {
      return Finding(isFine: false, topic: topic, sentence: problem.sentence)
    } catch {
      return Finding(isFine: false, topic: topic, sentence: "The database cannot be read.")
    }
  }

  /// Returns `true` if entries could be taken out of the log that are a week too old: a timer may do it once a week.
  private static func isTrimDue(_ store: any Store, _ days: Int) async throws -> Bool {
    guard let key = try await AuditKey.key(in: store) else { return false }
    let cutoff = Date() - Double(days + 7) * 86_400
    return try await AuditTrim.end(in: store, before: cutoff, key) != nil
  }

  /// This computer's own passkeys. Whoever has none lacks nothing without a TPM.
  private static func passkeys(_ settings: KeysSettings) async throws -> [Finding] {
    let findings = try await Doctor(settings, environment: ProcessInfo.processInfo.environment).findings
    guard try KeysEnvironment.toLook(settings) == nil else { return findings }
    return findings.map {
      Finding(isFine: $0.isFine == false ? nil : $0.isFine, topic: $0.topic, sentence: $0.sentence)
    }
  }

  private static var readers: Finding {
    get async {
      let topic: Sentence = "Card readers"
      var situations = DaemonSource().situations().makeAsyncIterator()
      switch await situations.next() {
      case .readers(let readers)?:
        return Finding(
          isFine: true, topic: topic, sentence: Sentence(verbatim: readers.map(\.name).joined(separator: ", ")))
      case .noReader?: return Finding(topic: topic, sentence: "None is plugged in.")
      case .noDaemon?, nil:
        return Finding(
          topic: topic, sentence: "Cards cannot be read: pcscd is not running. It comes with: apt install pcscd")
      }
    }
  }
}

/// The folder in which everything is kept, as the system sees it.
struct KeptFolder {
  let path: String

  /// Below this, in MiB, a database that grows may soon find no room.
  private static let leastRoom = 256

  var findings: [Doctor.Finding] {
    let topic: Sentence = "Folder"
    var look = stat()
    guard stat(path, &look) == 0 else {
      return [.init(topic: topic, sentence: "\(path) is not there yet. The first start creates it.")]
    }
    guard look.st_mode & 0o077 == 0 else {
      return [.init(isFine: false, topic: topic, sentence: "Others can look into \(path). Close it: chmod 700 \(path)")]
    }
    guard geteuid() == 0 || look.st_uid == geteuid() else {
      return [
        .init(isFine: false, topic: topic, sentence: "\(path) belongs to somebody else. Ask as its owner, or as root.")
      ]
    }
    return [room(topic)] + copiesFromBefore
  }

  private func room(_ topic: Sentence) -> Doctor.Finding {
    var space = statvfs()
    guard statvfs(path, &space) == 0 else { return .init(topic: topic, sentence: "\(path) is its owner's alone.") }
    let free = (Int(space.f_bavail) * Int(space.f_frsize)) >> 20
    guard free >= Self.leastRoom else {
      return .init(isFine: false, topic: topic, sentence: "\(free) MiB are free where \(path) is. Make room.")
    }
    return .init(isFine: true, topic: topic, sentence: "\(path) is its owner's alone, and has room.")
  }

  private var copiesFromBefore: [Doctor.Finding] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.contains(".sqlite-version-") }.sorted().map { name in
      .init(
        topic: "Copy from before",
        sentence: """
          \(path)/\(name) was written before an upgrade. Delete it once you are content with that: accounts that were \
          deleted since are still in it.
          """)
    }
  }
}
