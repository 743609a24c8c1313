import Escrow
import HTTPConnections
import Hummingbird

/// The provider's description of itself, for programs and for people.
struct ConfigRoutes {
  let provider: Provider

  func add(to router: Router<PeerContext>) {
    let settings = provider.settings
    let description = Description(provider)
    let greeting = """
      \(settings.shownName): an escrow provider for account recovery.
      \(settings.isPractice ? "It is for practice: what it keeps is no way back in, and its money is not real.\n" : "")
      It keeps sealed documents and sealed shares that it cannot open. Give its address to a program that backs \
      up or recovers an account.
      /config tells programs what it offers, /terms and /privacy tell people.

      """
    router.get("/") { _, _ in Response.text(greeting) }
    router.get("config") { _, _ in try Response.json(description) }
    router.get("terms") { request, _ in settings.terms.answer(to: request) }
    router.get("privacy") { request, _ in settings.privacy.answer(to: request) }
    // The response contains random bytes for clients that do not trust their own generator. The bytes are different
    // each time and not secret.
    router.get("seed") { _, _ in Response.bytes(DrawnBytes.bytes(Self.seedCount), headers: [.cacheControl: "no-store"])
    }
    router.get("agpl") { _, _ in Response.text(Self.license, status: .notImplemented) }
  }

  private static let seedCount = 32
  /// The notice at the address where other servers link to their source code, as the AGPL requires.
  private static let license = """
    Latchstring is under the Apache License 2.0 and not under the AGPL, so that no source is offered here.
    The program carries its license with it.

    """

  /// The configuration as defined by the protocol, with our additions.
  private struct Description: Encodable {
    var configuration: ProviderConfiguration
    var isPractice: Bool
    var speaksOldProtocol: Bool

    init(_ provider: Provider) {
      let settings = provider.settings
      isPractice = settings.isPractice
      speaksOldProtocol = settings.speaksOldProtocol
      configuration = ProviderConfiguration(
        // A provider that also speaks the older form can serve clients of the previous version.
        version: settings.speaksOldProtocol ? "1:0:1" : "1:0:0", businessName: settings.shownName,
        currency: settings.currency,
        methods: settings.offers, storageLimitInMegabytes: settings.storageLimit, annualFee: settings.annualFee,
        truthUploadFee: settings.truthUploadFee, liabilityLimit: settings.liabilityLimit,
        providerSalt: Base32Bytes(provider.salt))
      // If the provider does not offer `video`, the text would send people to a meeting that never takes place.
      if settings.cost(of: .video) != nil { configuration.meeting = settings.meeting }
    }

    enum Key: String, CodingKey { case practice, oldSalt = "server_salt" }
    func encode(to encoder: any Encoder) throws {
      try configuration.encode(to: encoder)
      var body = encoder.container(keyedBy: Key.self)
      if isPractice { try body.encode(true, forKey: .practice) }
      if speaksOldProtocol { try body.encode(configuration.providerSalt, forKey: .oldSalt) }
    }
  }
}
