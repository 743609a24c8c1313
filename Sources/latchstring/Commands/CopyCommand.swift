import ArgumentParser
import Foundation
import HandsTools
import Model
import Sentences
import Store
import TerminalSurface

/// Copies the accounts, to be kept somewhere else, because the ways in are useless if the account itself is lost.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract:
      "Write a copy of the accounts on this computer into a file, to keep somewhere else. Latchstring may be running.",
    discussion: """
      The file is read back before anything is said about it. Once you have said where you keep it, the account's home \
      counts it there: copy FILE --at "the office", or later copy FILE --check --at "the office". --check reads a copy \
      again, for example a year later; --gone "the office" forgets the copies that were lost with a place.

      For a site, --into FOLDER --keep 14 writes a copy that is named after the moment, and deletes older ones beyond the \
      newest fourteen. The package has it as a timer: systemctl enable --now latchstring-copy.timer.

      To come back with it, put the file as latchstring.sqlite into an empty folder and name that folder with --data. \
      What the accounts keep is sealed in it as it is here; names of accounts and keys can be read.
      """)

  @Argument(help: "The new file or, with --check, the copy.", completion: .file()) var file: String?
  @Option(name: .customLong("at"), help: "Where you keep it, such as “the office”.") var place: String?
  @Flag(help: "Read an existing copy back, and write none.") var check = false
  @Option(help: "Forget the copies that were kept at this place.") var gone: String?
  @Option(help: "A folder for one copy after the other, each with its moment as its name.", completion: .directory)
  var into: String?
  @Option(help: "With --into: how many of the newest copies stay.") var keep: Int?
  @OptionGroup var data: PlaceFlags

  func validate() throws {
    guard [file, gone, into].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("Name a file or, with --gone, a place; or, with --into, a folder.")
    }
    guard into != nil || keep == nil, keep.map({ $0 > 0 }) ?? true, into == nil || (!check && place == nil) else {
      throw ValidationError("--into stands alone, or with --keep and a number from 1.")
    }
    if gone != nil, check || place != nil {
      throw ValidationError("--gone stands alone: it forgets copies, and reads none.")
    }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      if let gone { return try await forget(gone) }
      if let into { return try await CopyFolder(path: into).add(to: keep, from: data.file(), at: Date()) }
      guard let file else { return }
      // In other programs, `-` means standard output, but a database does not belong on a screen.
      guard file != "-" else {
        throw ConfigurationProblem("A copy goes into a file. Name one, such as ./accounts.copy.")
      }
      let place = try place.map(Self.place), accounts = try await data.file(), now = Date()
      let named = CopyFile(path: file)
      let copy = try await check ? named.read(against: accounts) : named.write(from: accounts)
      let kept = try await remember(copy, at: place, now)
      tell(copy, file, kept, in: try Settings.data(try await data.settings()))
    }
  }

  private func forget(_ place: String) async throws {
    let place = try Self.place(place), count = try await writable().write { try $0.forgetCopies(at: place) }
    guard count > 0 else { throw ConfigurationProblem("No copy is noted at \(place).", code: "noCopy") }
    say(count == 1 ? "The copy at \(place) no longer counts." : "The \(count) copies at \(place) no longer count.")
  }

  /// Notes a copy that was read back. A new file is another copy, also of the same moment. One that is read again is the
  /// one of its moment of which nobody said where it lies, or the only one: it lies where it did, or was moved.
  /// - Returns: Where it is kept; `nil` if nobody said so.
  private func remember(_ copy: CopyFile.Contents, at place: String?, _ now: Date) async throws -> String? {
    do {
      return try await writable().write { records in
        let alike = check ? try records.copies().filter { $0.head == copy.head } : []
        let known =
          alike.first { $0.place == place } ?? alike.first { $0.place == nil }
          ?? (alike.count == 1 ? alike.first : nil)
        let noted = AccountsCopy(
          head: copy.head, madeAt: copy.madeAt, readAt: now, place: place ?? known?.place, ways: copy.ways)
        if let known { try records.forget(known) }
        try records.put(noted)
        return noted.place
      }
    } catch let error as StoreError {
      throw ConfigurationProblem(
        "The copy is good, but your home does not know of it: \(error.reason). Say copy --check when that is mended.",
        code: "notNoted")
    }
  }

  private func writable() async throws -> SQLiteStore {
    try SQLiteStore(path: Settings.database(in: try Settings.data(try await data.settings())))
  }

  /// Returns what a person types to copy the accounts in a folder, which is named only if it is not the ordinary one.
  static func line(_ file: String, data: String) -> String {
    let line = "latchstring copy \(ShellWord.typed(file))"
    let folder = URL(filePath: data).standardizedFileURL.path()
    guard folder != URL(filePath: Settings.ordinaryFolder).standardizedFileURL.path() else { return line }
    return "\(line) --data \(ShellWord.quoted(folder))"
  }

  private func tell(_ copy: CopyFile.Contents, _ file: String, _ place: String?, in folder: String) {
    let accounts: Sentence = copy.accounts == 1 ? "one account" : "\(copy.accounts) accounts"
    say(
      check
        ? "\(file) is a good copy: it was read back, with \(accounts) in it."
        : "The accounts as they are now are in \(file): it was read back, with \(accounts) in it.", keeping: [file])
    if let place {
      say("Your home counts it as kept at \(place). Make a new one when you add a way in.")
    } else {
      let command = Self.line(file, data: folder) + " --check --at \"the office\""
      say(
        "Take it somewhere else, and say where: \(command). Until then it counts as lost with this computer.",
        keeping: [command])
    }
  }

  /// The longest name of a place, in characters.
  private static let longestPlace = 60

  /// Reads the name of a place. It is shown on pages and in terminals.
  private static func place(_ typed: String) throws -> String {
    let name = typed.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty, name.count <= longestPlace, TerminalLine.plain(name, most: longestPlace) == name else {
      throw ConfigurationProblem("The name of a place has 1 to \(longestPlace) characters, in one line.")
    }
    return name
  }
}
