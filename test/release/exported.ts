import ts from 'typescript';

/** What an entry of the package exports: for each name its members, or its type where it has none. */
export type Exported = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the exports of a module by TypeScript, so that the same type gives the same text however it is written.
 *
 * @param file a source or a declaration file
 */
export function readExported(file: string): Exported {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module.`);
  const named = checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return [symbol.name, membersOf(checker, target)] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const members = type.isUnion() ? [] : type.getProperties();
    return members.length === 0
      ? [print(checker, type)]
      : members.map((member) => describe(checker, member)).sort();
  }
  return [print(checker, checker.getTypeOfSymbol(symbol))];
}

function describe(checker: ts.TypeChecker, member: ts.Symbol): string {
  const mark = member.flags & ts.SymbolFlags.Optional ? '?' : '';
  return `${member.name}${mark}: ${print(checker, checker.getTypeOfSymbol(member))}`;
}

const print = (checker: ts.TypeChecker, type: ts.Type): string =>
  checker.typeToString(
    type,
    undefined,
    ts.TypeFormatFlags.NoTruncation |
      ts.TypeFormatFlags.InTypeAlias |
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
  );
