import Encoding
import Foundation
import HandsTools
import Sentences

/// Secrets from file descriptors that the caller opened, one line each, or from a prompt. They never come from
/// arguments or the environment, where other programs on this computer can read them.
public struct CommandSecrets: SecretSource {
  private let descriptors: [OneShotSecret: Int32]
  private let showing: Int32?
  /// The terminal to prompt on; `nil` if nobody is at the terminal.
  private let terminal: PosixTerminal?

  /// - Parameters:
  ///   - descriptors: The file descriptor for each secret. If several secrets share a descriptor, its lines are read in
  ///     the order in which the secrets are needed.
  ///   - showing: The descriptor to which a generated PUK and pairing password are written, one line each.
  public init(_ descriptors: [OneShotSecret: Int32], showing: Int32?, terminal: PosixTerminal) {
    self.descriptors = descriptors; self.showing = showing
    self.terminal = terminal.isInteractive ? terminal : nil
  }

  public func has(_ secret: OneShotSecret) -> Bool { descriptors[secret] != nil || terminal != nil }

  public func read(_ secret: OneShotSecret) async -> Secret? {
    if let descriptor = descriptors[secret] { return SecretLine.read(from: descriptor) }
    guard let terminal else { return nil }
    while true {
      guard let typed = await Self.ask(secret.name, on: terminal) else { return nil }
      let given: Secret
      do throws(OneShotSecret.Problem) { given = try secret.read(typed) } catch {
        terminal.write(("\(error.sentence) Nothing was sent." as Sentence).said)
        continue
      }
      guard secret.isNew else { return given }
      guard let again = await Self.ask("\(secret.name), once more", on: terminal) else { return nil }
      if let again = try? secret.read(again), given.matches(again) { return given }
      terminal.write(("The two are not the same. Type both once more." as Sentence).said)
    }
  }

  public func unreadable(_ secret: OneShotSecret) -> Int32? {
    descriptors[secret].flatMap { descriptor in
      let flags = fcntl(descriptor, F_GETFL)
      return flags < 0 || flags & O_ACCMODE == O_WRONLY ? descriptor : nil
    }
  }

  public var canShow: Bool {
    showing.map { fcntl($0, F_GETFL) & O_ACCMODE != O_RDONLY && fcntl($0, F_GETFL) >= 0 } ?? (terminal != nil)
  }

  public func show(puk: Secret, pairing: Secret) async -> Bool {
    if let showing {
      let isWritten = [puk, pairing].allSatisfy { secret in
        Self.write(Secret(joining: [secret, Secret([10])]), to: showing)
      }
      return isWritten && Self.isKept(by: showing)
    }
    guard let terminal else { return false }
    terminal.write(("Save these now; they are not shown again." as Sentence).said)
    terminal.write(("PUK: \(puk.text)" as Sentence).said)
    terminal.write(("Pairing password: \(pairing.text)" as Sentence).said)
    let question = Question("Are they saved? (yes or no): ", words: Question.yesOrNo)
    while case .hidden(let typed) = await terminal.ask(question) {
      if ["y", "yes"].contains(question.word(typed)) { return true }
    }
    return false
  }

  private static func ask(_ name: Sentence, on terminal: PosixTerminal) async -> Secret? {
    if case .hidden(let secret) = await terminal.ask(Question("\(name) (not shown): ", isHidden: true)) {
      secret
    } else {
      nil
    }
  }

  /// Flushes a file so that it survives a power failure, together with its entry in the folder if this person may open
  /// the folder. A pipe need not be flushed.
  private static func isKept(by descriptor: Int32) -> Bool {
    guard fsync(descriptor) == 0 else { return errno == EINVAL || errno == ENOTSUP }
    var about = stat()
    guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    else { return true }
    return (try? OwnerFolder.sync(around: path)) != nil || access(PathParts(path).folder, R_OK) != 0
  }

  private static func write(_ secret: Secret, to descriptor: Int32) -> Bool {
    secret.withBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == secret.count
  }
}
