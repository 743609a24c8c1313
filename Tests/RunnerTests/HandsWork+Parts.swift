import Foundation
import HandsProtocol
import Model
import Wraps

@testable import Runner

extension WayNews {
  /// News of a made value, in the form in which it is sent.
  init(making value: some Encodable) throws {
    self = .made(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
}

/// The parts of an order, for tests that examine them or change them in transit.
extension HandsWork {
  /// The options of a ceremony.
  var options: String? { if case .key(_, let options) = task { options } else { nil } }
  var card: CardEffect? { if case .card(let effect, _) = task { effect } else { nil } }
  var claim: CardClaim? { if case .card(_, let claim) = task { claim } else { nil } }
  var way: WayTask? { if case .way(let way) = task { way } else { nil } }
  var materials: WayMaterials? {
    get { way?.materials }
    set { if let way, let newValue { task = .way(way.with(newValue)) } }
  }

  func given() throws -> WayMaterials {
    guard let materials else { throw Hands.Refused() }
    return materials
  }
  func key() throws -> String {
    switch way {
    case .open(let key, _), .drill(let key, _), .startAnew(let key, _): return key.rawValue
    default: throw Hands.Refused()
    }
  }
}

extension WayTask {
  fileprivate var materials: WayMaterials? {
    switch self {
    case .open(_, let materials), .drill(_, let materials), .startAnew(_, let materials), .showCode(let materials),
      .sealCode(let materials), .drop(let materials),
      .openWithCode(let materials), .tryWords(_, let materials), .sealEscrow(let materials),
      .openWithEscrow(let materials), .tryEscrow(let materials), .signCopy(let materials), .makeCopy(let materials, _):
      materials
    case .lookUpCode, .lookUpEscrow, .drawTicket: nil
    }
  }

  /// The same task with different materials: another account's, or altered ones.
  fileprivate func with(_ materials: WayMaterials) -> WayTask {
    switch self {
    case .open(let key, _): .open(key, materials)
    case .drill(let key, _): .drill(key, materials)
    case .startAnew(let key, _): .startAnew(key, materials)
    case .showCode: .showCode(materials)
    case .sealCode: .sealCode(materials)
    case .drop: .drop(materials)
    case .openWithCode: .openWithCode(materials)
    case .tryWords(let field, _): .tryWords(field, materials)
    case .sealEscrow: .sealEscrow(materials)
    case .openWithEscrow: .openWithEscrow(materials)
    case .tryEscrow: .tryEscrow(materials)
    case .signCopy: .signCopy(materials)
    case .makeCopy(_, let copy): .makeCopy(materials, copy)
    case .lookUpCode, .lookUpEscrow, .drawTicket: self
    }
  }
}

extension WayMaterials {
  func text(_ generation: UInt32) throws -> String {
    guard generation > 0, statements.indices.contains(Int(generation) - 1) else { throw Hands.Refused() }
    return statements[Int(generation) - 1]
  }
}
