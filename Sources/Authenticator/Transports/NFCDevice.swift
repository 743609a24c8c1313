/// The FIDO applet of a contactless card (CTAP 2.1 §11.3), without side effects. It takes command APDUs, and returns
/// responses and requests.
public struct NFCDevice: Sendable {
  /// The applet's identifier (AID).
  public static let applet: [UInt8] = [0xa0, 0x00, 0x00, 0x06, 0x47, 0x2f, 0x00, 0x01]
  /// The maximum length of a chained request in bytes.
  public static let maximumRequest = 7_609

  /// `true` if the applet responds to U2F commands. May change between two commands.
  public var speaksU2F: Bool
  private var isSelected = false
  /// The received parts of a chained command, and the command's header.
  var chain: (head: [UInt8], parts: [UInt8])?
  /// The part of the response that has not been fetched yet.
  private var rest: ArraySlice<UInt8> = []
  private var restStatus = NFCStatus.success
  private var request: Request?

  private struct Request { var mayPoll: Bool, isU2F: Bool, room: Int }

  public init(speaksU2F: Bool = true) { self.speaksU2F = speaksU2F }

  /// Returns `true` if the response to this command depends on `speaksU2F`: the command selects the applet, or is a U2F
  /// command.
  public static func dependsOnU2F(_ apdu: [UInt8]) -> Bool {
    guard let command = NFCCommand(apdu), command.commandClass == 0x00 else { return false }
    return command.instruction == 0xa4 || (0x01...0x03).contains(command.instruction)
  }

  /// `true` if the client polls while the request is running. Otherwise the client waits for a single response for as
  /// long as it takes.
  public var mayPoll: Bool { request?.mayPoll ?? false }

  /// Handles a loss or return of power. Returns `true` if a request was abandoned.
  public mutating func powerCycle() -> Bool {
    let gaveUp = request != nil
    self = NFCDevice(speaksU2F: speaksU2F)
    return gaveUp
  }

  /// Takes one command APDU.
  public mutating func receive(_ apdu: [UInt8]) -> NFCStep {
    guard let command = NFCCommand(apdu) else { return give(NFCStatus.wrongLength) }
    switch (command.commandClass, command.instruction) {
    case (0x00, 0xa4): return select(command)
    case _ where !isSelected: return give(NFCStatus.unknownInstruction)
    case (0x00, 0xc0), (0x80, 0xc0): return NFCStep(.answer(nextPart(room: command.expected ?? 256)))
    case (0x80, 0x10), (0x00, 0x01...0x03): return collect(command)
    case (0x80, 0x11): return poll(command)
    case (0x80, 0x12): return deselect(command)
    case (0x00, _), (0x80, _): return give(NFCStatus.unknownInstruction)
    default: return give(NFCStatus.unknownClass)
    }
  }

  /// Returns the response APDU for the authenticator's response to the current request.
  public mutating func finish(_ response: [UInt8]) -> [UInt8] {
    guard let done = request else { return NFCStatus.answer(NFCStatus.conditionsNotSatisfied) }
    request = nil
    (rest, restStatus) = (response[...], NFCStatus.success)
    if done.isU2F {
      guard response.count >= 2 else { return NFCStatus.answer(NFCStatus.conditionsNotSatisfied) }
      rest = response.dropLast(2)
      restStatus = response.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
    }
    return nextPart(room: done.room)
  }

  /// Returns the response APDU that reports that a request is still running.
  public func goesOn(_ status: KeepaliveStatus) -> [UInt8] { NFCStatus.answer([status.rawValue], NFCStatus.update) }

  private mutating func select(_ command: NFCCommand) -> NFCStep {
    guard command.first == 0x04, command.second & 0xf3 == 0 else { return give(NFCStatus.wrongParameters) }
    guard command.payload.elementsEqual(Self.applet) else { return give(NFCStatus.fileNotFound) }
    let abandons = powerCycle()
    isSelected = true
    return NFCStep(
      .answer(NFCStatus.answer((speaksU2F ? "U2F_V2" : "FIDO_2_0").utf8, NFCStatus.success)), abandons: abandons)
  }

  private mutating func deselect(_ command: NFCCommand) -> NFCStep {
    guard (command.first, command.second) == (0x01, 0x00) else { return give(NFCStatus.wrongParameters) }
    return NFCStep(.answer(NFCStatus.answer(NFCStatus.success)), abandons: powerCycle())
  }

  /// Collects a request, whole or in parts (CTAP 2.1 §11.3.5, §11.3.6).
  private mutating func collect(_ command: NFCCommand) -> NFCStep {
    let isU2F = command.commandClass == 0
    guard speaksU2F || !isU2F else { return give(NFCStatus.unknownInstruction) }
    guard isU2F || (command.first & 0x7f, command.second) == (0, 0) else { return give(NFCStatus.wrongParameters) }
    let head = [command.commandClass, command.instruction, command.first, command.second]
    let earlier = chain.flatMap { $0.head == head ? $0.parts : nil } ?? []
    chain = nil
    guard earlier.count + command.payload.count <= Self.maximumRequest else { return give(NFCStatus.wrongLength) }
    let abandons = request != nil
    (request, rest) = (nil, [])
    guard !command.isChained else {
      chain = (head, earlier + command.payload)
      return NFCStep(.answer(NFCStatus.answer(NFCStatus.success)), abandons: abandons)
    }
    var whole = command
    whole.payload = earlier + command.payload
    guard isU2F || !whole.payload.isEmpty else {
      return NFCStep(.answer(NFCStatus.answer(NFCStatus.wrongLength)), abandons: abandons)
    }
    request = Request(mayPoll: !isU2F && command.first == 0x80, isU2F: isU2F, room: command.expected ?? 256)
    return NFCStep(.begin(isU2F ? .u2f(whole.extended) : .cbor(Array(whole.payload))), abandons: abandons)
  }

  /// Performs NFCCTAP_GETRESPONSE (CTAP 2.1 §11.3.7.2), which polls the request and, with P1 = 11, also cancels it.
  private mutating func poll(_ command: NFCCommand) -> NFCStep {
    guard command.first == 0x00 || command.first == 0x11, command.second == 0 else {
      return give(NFCStatus.wrongParameters)
    }
    guard request?.mayPoll == true else { return give(NFCStatus.conditionsNotSatisfied) }
    request?.room = command.expected ?? 256
    return NFCStep(.wait, cancels: command.first == 0x11)
  }

  private mutating func nextPart(room: Int) -> [UInt8] {
    let part = rest.prefix(room)
    rest = rest.dropFirst(room)
    guard rest.isEmpty else {
      return NFCStatus.answer(part, NFCStatus.moreReady | UInt16(rest.count < 256 ? rest.count : 0))
    }
    defer { restStatus = NFCStatus.success }
    return NFCStatus.answer(part, restStatus)
  }

  private func give(_ status: UInt16) -> NFCStep { NFCStep(.answer(NFCStatus.answer(status))) }
}

/// The actions that a command APDU requires.
public struct NFCStep: Hashable, Sendable {
  public enum Next: Hashable, Sendable {
    /// Send this response.
    case answer([UInt8])
    /// Pass this request to the authenticator once any abandoned request has ended. Its response goes to
    /// `NFCDevice.finish`.
    case begin(TransportRequest)
    /// Keep waiting for the response to the current request.
    case wait
  }
  /// `true` if the previous request is abandoned: end it and drop its response.
  public var abandonsRequest: Bool
  /// `true` if the current request should end soon. Its response is still needed.
  public var cancelsRequest: Bool
  public var next: Next

  init(_ next: Next, abandons: Bool = false, cancels: Bool = false) {
    self.next = next; abandonsRequest = abandons; cancelsRequest = cancels
  }
}
