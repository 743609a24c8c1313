import Encoding

/// The members of a COSE_Key during parsing: two integers with labels of their own, and up to three parameters -1, -2,
/// -3.
struct COSEKeyMembers {
  enum Parameter {
    case integer(Int64)
    case bytes(Range<Int>)
    case other
  }

  private(set) var algorithm: Int64?
  private var keyType: Int64?
  private var first: Parameter?
  private var second: Parameter?
  private var third: Parameter?
  private var hasOthers = false

  mutating func read(from reader: inout CBORReader) throws(CBORError) {
    var lastLabel: Int64?
    for _ in 0..<(try reader.readMapCount()) {
      let label = try reader.readInteger()
      // The canonical order of labels is 1, 2, 3 … then -1, -2, -3 …; among both positive and negative labels, larger
      // magnitudes have longer encodings.
      if let lastLabel {
        guard label != lastLabel else { throw .duplicateKey }
        guard lastLabel >= 0 ? label < 0 || label > lastLabel : label < lastLabel else { throw .unorderedKeys }
      }
      lastLabel = label
      switch label {
      case 1: keyType = try reader.readInteger()
      case 3: algorithm = try reader.readInteger()
      case -1: first = try Self.parameter(from: &reader)
      case -2: second = try Self.parameter(from: &reader)
      case -3: third = try Self.parameter(from: &reader)
      default:
        hasOthers = true
        try reader.skip()
      }
    }
  }

  func shape() throws(COSEKeyError) -> COSEKeyShape {
    // §6.5.1.1: the key MUST NOT contain any other optional parameter.
    guard !hasOthers else { throw .invalid }
    switch (keyType, first, second, third) {
    case (1, .integer(let curve), .bytes(let x), nil): return .octetKeyPair(curve: curve, x: x)
    case (2, .integer(let curve), .bytes(let x), .bytes(let y)): return .ellipticCurve(curve: curve, x: x, y: y)
    case (3, .bytes(let n), .bytes(let e), nil): return .rsa(n: n, e: e)
    case (7, .bytes(let key), nil, nil): return .algorithmKeyPair(publicKey: key)
    case (1, _, _, _), (2, _, _, _), (3, _, _, _), (7, _, _, _): throw .invalid
    default: throw .unsupported
    }
  }

  private static func parameter(from reader: inout CBORReader) throws(CBORError) -> Parameter {
    switch try reader.nextMajorType() {
    case 0, 1: return .integer(try reader.readInteger())
    case 2: return .bytes(try reader.readByteString())
    default:
      try reader.skip()
      return .other
    }
  }
}

/// The positions of a COSE_Key's parameters in the bytes from which the key was read. The positions are plain numbers,
/// so passing a key on costs nothing.
enum COSEKeyShape: Sendable {
  case octetKeyPair(curve: Int64, x: Range<Int>)
  case ellipticCurve(curve: Int64, x: Range<Int>, y: Range<Int>)
  case rsa(n: Range<Int>, e: Range<Int>)
  case algorithmKeyPair(publicKey: Range<Int>)

  func parameters(in bytes: ArraySlice<UInt8>) -> COSEKey.Parameters {
    switch self {
    case .octetKeyPair(let curve, let x): .octetKeyPair(curve: curve, x: bytes[x])
    case .ellipticCurve(let curve, let x, let y): .ellipticCurve(curve: curve, x: bytes[x], y: bytes[y])
    case .rsa(let n, let e): .rsa(n: bytes[n], e: bytes[e])
    case .algorithmKeyPair(let key): .algorithmKeyPair(publicKey: bytes[key])
    }
  }
}
