interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; dev?: boolean }>;
}

export function missingPlatformPackages(lock: Lock): { name: string; version: string; dev: boolean }[];
