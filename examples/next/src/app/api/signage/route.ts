import { createRoute } from '../../../route';

/** For components in the browser: `POST { documentId, variables }`, with the session's cookie. */
export const { POST } = createRoute({
  partnerApiUrl: process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080',
  trustedDocuments: {
    'screens.v1': 'query Screens($first: Int) { screens(first: $first) { nodes { name status } } }',
  },
  // An application asks its session library, which checks a signed cookie.
  credentialOf: (request) =>
    Promise.resolve(
      request.headers.get('cookie') === 'session=alice'
        ? (process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential')
        : undefined,
    ),
});
