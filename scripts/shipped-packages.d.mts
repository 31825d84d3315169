interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Lock = Readonly<Record<string, LockEntry>>;

interface Shipped {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

export function readLock(): Lock;
export function packagesOf(workspace: string, lock?: Lock, isPresent?: (path: string) => boolean): string[];
export function licencesOf(paths: readonly string[], lock?: Lock): Shipped[];
export function licenceText(packages: readonly Shipped[]): string;
