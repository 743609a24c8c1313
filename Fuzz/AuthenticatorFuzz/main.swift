import FuzzDriver

fuzz { first, bytes in FuzzTarget(rawValue: first % UInt8(FuzzTarget.allCases.count))?.run(bytes) }
