import type { DashboardAsset, DashboardAssets } from '../../src/http/dashboard/asset.js';

/** A dashboard of two files, for tests that open no page. */
export const stubAssets: DashboardAssets = {
  page: asset('text/html; charset=utf-8', '<!doctype html>'),
  files: new Map([['/dashboard/assets/index-1.js', asset('text/javascript; charset=utf-8', 'void 0')]]),
};

function asset(type: string, text: string): DashboardAsset {
  const body = new TextEncoder().encode(text);
  return { type, body, compressed: [], tag: String(text.length) };
}
