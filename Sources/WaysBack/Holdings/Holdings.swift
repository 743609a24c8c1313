import Sentences

/// What somebody can come back with, as far as one side knows it.
///
/// A server fills in what its rows say. Only the open page and the hands know the rest: places, PINs, papers, copies
/// of the journal, and providers. Things are identified by ids, which are those of their records where they have one. Names are only
/// for reading. Every day is a number of days since 1970 (`UnixDay`).
public struct Holdings: Hashable, Sendable {
  public var keys: [Key] = []
  public var cards: [Card] = []
  public var code: Code?
  public var hasPassword = false
  public var escrow = Escrow.none
  /// The id of the record by which escrow opens.
  public var escrowRecord = "escrow"
  /// The hash by which the server finds that record, base64url. Hands tell their set-up by it from another account's.
  public var escrowLookup: String?
  /// `true` if something stands that is there to practice with. It never counts, and lets in whoever has it.
  public var hasPractice = false
  /// `true` if a journal was begun, whatever opened it then.
  public var isJournalBegun = false
  public var site: Site
  public var copies: [Copy] = []
  /// Copies that nothing opens any more but what was removed or replaced since. They are no way back, and let somebody
  /// else in.
  public var spentCopies: [Copy] = []
  /// The known places, by id. An id without an entry is the name of a place that lies nowhere else.
  public var places: [String: Place] = [:]
  public var today: Int

  public init(site: Site, today: Int) { self.site = site; self.today = today }

  /// Where the account's data are.
  public enum Site: Hashable, Sendable {
    /// With a host, which is not the person's to lose. The value is its name.
    case hosted(String)
    /// On the person's own computer, which is a thing to lose. The value is its id among the places.
    case here(String)
  }

  /// Where something lies.
  public struct Place: Hashable, Sendable {
    public var name: Sentence
    /// `true` for a computer or a phone, which itself lies somewhere.
    public var isDevice: Bool
    /// The id of the place in which this one lies.
    public var at: String?

    public init(_ name: Sentence, isDevice: Bool = false, at place: String? = nil) {
      self.name = name; self.isDevice = isDevice; at = place
    }
  }

  /// The account's data once more.
  public struct Copy: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// It opens the journal and signs nobody in.
      case journal
      /// The file of `latchstring copy`: the accounts themselves, with every way in them.
      case accounts
    }
    public var id: String
    public var kind: Kind
    /// The ids of the records that were in it when it was made. No other way opens it.
    public var holds: Set<String>
    /// The day on which it was last read back.
    public var readOn: Int?
    public var place: String?

    public init(id: String, _ kind: Kind = .journal, holds: Set<String>, readOn: Int?, at place: String? = nil) {
      self.id = id; self.kind = kind; self.holds = holds; self.readOn = readOn; self.place = place
    }
  }

  /// The record id of a password in a copy of the accounts.
  public static let passwordRecord = "password"

  /// `true` if the password signs in by itself. With a hardware key or a card it is only a second step (G-29).
  public var isPasswordEnough: Bool { hasPassword && cards.isEmpty && !keys.contains(where: \.isHardware) }
  func isDevice(_ place: String) -> Bool { places[place]?.isDevice == true || site == .here(place) }
  func nameOfPlace(_ id: String) -> Sentence {
    places[id]?.name ?? (site == .here(id) ? "this computer" as Sentence : Sentence(verbatim: id))
  }
}
