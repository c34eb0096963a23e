import type { Handler } from './request-handler.js';
import { refuseMethod } from './response.js';

/** What the router serves at an address; `facade.ts` composes those of all features. */
export interface Route {
  /** As it is sent, or what tells whether a path that no other route names belongs here. */
  readonly path: string | ((path: string) => boolean);
  readonly handler: Handler;
  /** Served over plain HTTP in production too; false by default. */
  readonly isPlain?: boolean;
  /** Counted by metrics under its path, in place of `other`; false by default. */
  readonly isCounted?: boolean;
}

/** The route of what only reports: it is read over plain HTTP too, by GET, HEAD and OPTIONS. */
export const reportRoute = (path: string, report: () => Response | Promise<Response>): Route => ({
  path,
  handler: (request) => refuseMethod(request.method) ?? report(),
  isPlain: true,
  isCounted: true,
});

/** Finds the route of a path. */
export class RouteTable {
  private readonly byPath = new Map<string, Route>();
  private readonly others: (readonly [matches: (path: string) => boolean, route: Route])[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { path } = route;
      if (typeof path === 'string') this.byPath.set(path, route);
      else this.others.push([path, route]);
    }
  }

  find(path: string): Route | undefined {
    return this.byPath.get(path) ?? this.others.find(([matches]) => matches(path))?.[1];
  }

  /** Whether metrics count the requests of a path under it. */
  counts(path: string): boolean {
    return this.byPath.get(path)?.isCounted === true;
  }
}
