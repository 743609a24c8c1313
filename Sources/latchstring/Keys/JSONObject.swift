import HandsTools

/// One JSON object on standard output, its members in a fixed order.
func printObject(_ value: some Encodable) throws { print(try jsonObject(value)) }
