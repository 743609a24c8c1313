import EscrowHands
import Encoding
import Model
import Sentences
import Words
import Wraps

/// What a person opens a copy of a journal with.
public enum CopySecret: Sendable {
  /// The 16 bytes that the twelve words of a kit stand for.
  case words(Secret)
  /// The file that account recovery gave back.
  case escrow(Secret)
  /// What a card gives after its PIN.
  case card(Secret)
}

/// A copy of a journal in a file, for commands.
public struct JournalCopyFile: Sendable {
  private let path: String
  private let copy: JournalCopy

  /// The number of the kit whose words open the copy; `nil` if none do.
  private var kit: UInt32? { copy.kit }

  /// Reads the file. Nothing is opened.
  /// - Throws: `ConfigurationProblem` if the file cannot be read, or is not a whole copy.
  public init(at path: String) throws {
    self.path = path
    let bytes = try FileReading.bytes(at: path, upTo: JournalCopy.mostBytes)
    do throws(CopyRefusal) { copy = try JournalCopy(reading: bytes) } catch {
      throw ConfigurationProblem(Self.sentence(error, path), code: error.code)
    }
  }

  /// Opens the copy, and everything in it.
  /// - Throws: `ConfigurationProblem` if the secret does not open it, or something in it does not fit.
  public func open(_ secret: CopySecret) throws -> CopiedJournal {
    let (kind, secret, other) = way(secret)
    var bytes = secret.withBytes { Array($0) }
    defer { Wiping.wipe(&bytes) }
    do throws(CopyRefusal) {
      return try CopiedJournal(copy, try copy.open(kind, secret: bytes))
    } catch {
      throw ConfigurationProblem(
        error == .anotherSecret ? other : Self.sentence(error, path), code: error.code)
    }
  }

  /// Returns the kind of the way, its secret, and what to say if the secret is not the copy's.
  private func way(_ secret: CopySecret) -> (WayKind, Secret, Sentence) {
    switch secret {
    case .words(let secret):
      let other: Sentence = """
        These words don't open this copy. It opens with kit no. \(kit ?? 0) alone: check the number on the paper, then \
        each word and their order.
        """
      return (.phrase, secret, other)
    case .escrow(let secret):
      let other: Sentence =
        "That file does not open this copy. It takes the one that account recovery gave back for this very site."
      return (.escrow, secret, other)
    case .card(let secret):
      let other: Sentence =
        "This card does not open this copy. It takes one that opened the journal when the copy was made."
      return (.card, secret, other)
    }
  }

  private static func sentence(_ refusal: CopyRefusal, _ path: String) -> Sentence {
    switch refusal {
    case .notACopy:
      "\(path) is no copy of a journal. Name the one that begins with latchstring- and ends in .json."
    case .anotherVersion:
      "A newer Latchstring made \(path). Open it with the opener that was saved beside it."
    case .damaged:
      "\(path) is damaged: something is missing from it, or was changed. Use another copy that you kept."
    case .noSuchWay:
      "\(path) does not open that way: it holds nothing for it. Try the words of a kit, --escrow or --card."
    case .anotherSecret: "That does not open \(path)."
    }
  }
}

extension CopyRefusal {
  /// The code for programs.
  fileprivate var code: String {
    switch self {
    case .notACopy: "notACopy"
    case .anotherVersion: "anotherVersion"
    case .damaged: "damaged"
    case .noSuchWay: "noSuchWay"
    case .anotherSecret: "wrong"
    }
  }
}

extension JournalCopyFile {
  /// Asks for the words of the kit, which are not shown, until they belong together; `nil` if the person leaves.
  /// - Throws: `ConfigurationProblem` if no kit opens the copy.
  public func askWords(on terminal: some Terminal) async throws(ConfigurationProblem) -> Secret? {
    guard let kit else {
      throw ConfigurationProblem(Self.sentence(.noSuchWay, path), code: CopyRefusal.noSuchWay.code)
    }
    let question = Question("The twelve words of kit no. \(kit) (not shown): ", isHidden: true)
    while case .hidden(let typed) = await terminal.ask(question) {
      do throws(ConfigurationProblem) { return try Self.entropy(of: typed) } catch {
        terminal.write(error.sentence.said)
      }
    }
    return nil
  }

  /// Returns what twelve words stand for.
  /// - Throws: `ConfigurationProblem` for words that are not in the list, or do not belong together.
  public static func entropy(of typed: Secret) throws(ConfigurationProblem) -> Secret {
    switch FieldCheck.phrase(typed, [12]) {
    case .secret(let words, _):
      if let entropy = Vault.entropy(of: words) { return entropy }
      throw ConfigurationProblem(
        "These twelve words don't belong together. Check each one, and their order.", code: "malformed")
    case .refused(let why): throw ConfigurationProblem(why, code: "malformed")
    case .text, .unequal: throw ConfigurationProblem("Nothing was typed.", code: "malformed")
    }
  }
}
