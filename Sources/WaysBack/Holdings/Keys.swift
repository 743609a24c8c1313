import Sentences

extension Holdings {
  /// A hardware key or a passkey.
  public struct Key: Hashable, Sendable {
    public enum Power: Hashable, Sendable {
      case opens, signsIn
      /// Its wrap is not sound, so it only signs in.
      case needsRewrap
    }
    public var id: String
    /// The name by itself, as on a label.
    public var name: Sentence
    public var nameInSentence: Sentence
    public var power: Power
    /// The day on which this key last opened the journal or, if it only signs in, signed in; `nil` if it never did.
    public var provedOn: Int?
    /// The PIN or fingerprint that it takes; `nil` if nobody said which.
    public var pin: PIN?
    /// What the key says about itself (WebAuthn Level 3 §6.1.3, BE and BS). It is a claim.
    public var saysSynced: Bool
    /// Who is said to keep its synced copies. It is a claim.
    public var maker: String?
    /// `true` if it has a role. A password alone then signs nobody in (G-29).
    public var isHardware: Bool
    /// Where it lies: the id of a place, or of the device that it is built into.
    public var place: String?

    /// - Parameter inSentence: The name inside a sentence; `nil` if it is the same there.
    public init(
      id: String, _ name: Sentence, inSentence: Sentence? = nil, _ power: Power = .opens, provedOn: Int?,
      pin: PIN? = nil, saysSynced: Bool = false, by maker: String? = nil, isHardware: Bool = true,
      at place: String? = nil
    ) {
      self.id = id; self.name = name; nameInSentence = inSentence ?? name; self.power = power
      self.provedOn = provedOn; self.pin = pin; self.saysSynced = saysSynced; self.maker = maker
      self.isHardware = isHardware; self.place = place
    }
  }

  public struct Card: Hashable, Sendable {
    public var id: String
    /// The name by itself, as on a label.
    public var name: Sentence
    public var nameInSentence: Sentence
    /// The day on which it last opened the journal.
    public var provedOn: Int?
    public var pin: PIN?
    public var place: String?
    /// Where the paper with its PUK lies; `nil` if there is none, or nobody said.
    public var pukAt: String?
    /// Where the paper with its phrase lies; `nil` if there is none, or nobody said.
    public var phraseAt: String?

    /// - Parameter inSentence: The name inside a sentence; `nil` if it is the same there.
    public init(
      id: String, _ name: Sentence, inSentence: Sentence? = nil, provedOn: Int?, pin: PIN? = nil,
      at place: String? = nil, pukAt: String? = nil, phraseAt: String? = nil
    ) {
      self.id = id; self.name = name; nameInSentence = inSentence ?? name; self.provedOn = provedOn
      self.pin = pin; self.place = place; self.pukAt = pukAt; self.phraseAt = phraseAt
    }
  }

  /// A PIN that may belong to several keys and cards, in which case it is one thing to forget.
  public struct PIN: Hashable, Sendable {
    public var id: String
    public var name: Sentence
    public init(id: String, _ name: Sentence) { self.id = id; self.name = name }
  }

  /// The twelve words of the newest recovery code.
  public struct Code: Hashable, Sendable {
    /// One paper with the words. Each paper alone is enough.
    public struct Paper: Hashable, Sendable {
      public var place: String?
      /// The day on which words were last read off this paper. Neither a ticked box nor another paper is a proof.
      public var provedOn: Int?
      /// `true` if only three of its words were ever read off it, so that nobody saw that all twelve open.
      public var isOnlyRead: Bool
      public init(at place: String? = nil, provedOn: Int?, isOnlyRead: Bool = false) {
        self.place = place; self.provedOn = provedOn; self.isOnlyRead = isOnlyRead
      }
    }
    /// The check on its papers, which tells the newest kit from older ones.
    public struct Check: Hashable, Sendable {
      /// The day on which number and check were last given.
      public var givenOn: Int?
      public init(givenOn: Int?) { self.givenOn = givenOn }
    }
    /// The number of the kit.
    public var kit: Int
    /// The id of the record that the words open.
    public var record: String
    public var papers: [Paper]
    /// `nil` for a kit that was made without one.
    public var check: Check?

    public init(kit: Int, record: String, _ papers: [Paper], check: Check? = nil) {
      self.kit = kit; self.record = record; self.papers = papers; self.check = check
    }

    /// Returns the id of the thing that a paper is, by its index.
    func idOfPaper(_ at: Int) -> String { "\(record), paper \(at)" }
    /// The ids of the papers of which only three words were ever read.
    var papersOnlyRead: [String] { papers.indices.filter { papers[$0].isOnlyRead }.map(idOfPaper) }
  }
}
