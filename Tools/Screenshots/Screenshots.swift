import Browser
import Foundation
import Person
import TestSite

/// Takes the pictures in docs/screens from the running program, in a real browser, by doing what a person does.
/// Arguments: the folder, `dark` for all of them in the dark, and which walks to take, if not all.
@main
struct Screenshots {
  static func main() async throws {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "docs/screens")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let named = CommandLine.arguments.dropFirst(2).compactMap(Walk.init)
    for look in CommandLine.arguments.contains("dark") ? Look.dark : Look.light {
      for walk in named.isEmpty ? Walk.allCases : named {
        switch walk {
        case .signIn: try await walkSignIn(look, folder)
        case .account: try await walkAccount(look, folder)
        case .keys: try await walkKeys(look, folder)
        case .trying: try await walkTrying(look, folder)
        case .cards: try await walkCards(look, folder)
        case .escrow: try await EscrowWalk(look: look, folder: folder).walk()
        case .services: try await walkServices(look, folder)
        case .demo: try await walkDemo(look, folder)
        }
      }
    }
  }
  private enum Walk: String, CaseIterable {
    case signIn = "sign-in", account, keys, trying, cards, escrow, services, demo
  }

  private static func walkSignIn(_ look: Look, _ folder: URL) async throws {
    try await withSite { site in
      try await withPage { (page) async throws in
        try await Walker(page: page, site: site, camera: Camera(page: page, look: look, folder: folder)).walk()
      }
    }
  }

  private static func walkDemo(_ look: Look, _ folder: URL) async throws {
    try await DemoWalk.withDemo { site in
      try await withPage { (page) async throws in
        let camera = Camera(page: page, look: look, folder: folder)
        try await DemoWalk(guest: DemoGuest(page: page, site: site), camera: camera).walk()
      }
    }
  }

  private static func walkAccount(_ look: Look, _ folder: URL) async throws {
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, look: look, folder: folder)
      try await camera.setUp()
      try await AccountWalk(ring: ring, camera: camera).walk()
    }
  }

  /// Uses two browsers: after several requests that were cancelled without a touch, a simulated key refuses
  /// permanently.
  private static func walkKeys(_ look: Look, _ folder: URL) async throws {
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, look: look, folder: folder)
      try await camera.setUp()
      try await FirstKeyWalk(ring: ring, camera: camera).walk()
    }
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, look: look, folder: folder)
      try await camera.setUp()
      let words = try await SecondKeyWalk(ring: ring, camera: camera).walk()
      try await RecoveryWalk(ring: ring, camera: camera, words: words).walk()
    }
  }

  private static func walkServices(_ look: Look, _ folder: URL) async throws {
    try await withKeyRing(hasServices: true) { ring in
      let camera = Camera(page: ring.page, look: look, folder: folder)
      try await camera.setUp()
      try await ring.register()
      _ = try await ring.enroll()
      try await ServiceScreens(ring) { try await camera.take($0) }.walk()
    }
  }

  private static func walkTrying(_ look: Look, _ folder: URL) async throws {
    try await withKeyRing { ring in
      let camera = Camera(page: ring.page, look: look, folder: folder)
      try await camera.setUp()
      try await TryingWalk(ring: ring, camera: camera).walk()
    }
  }

  private static func walkCards(_ look: Look, _ folder: URL) async throws {
    try await withCardVisit { visit in
      let camera = Camera(page: visit.page, look: look, folder: folder)
      try await camera.setUp()
      try await CardWalk(visit: visit, camera: camera).walk()
    }
  }
}
