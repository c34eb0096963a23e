import { describe, expect, it } from 'vitest';
import { readEnvironment, settingDefaults } from '../../src/config.js';
import { words } from '../fuzz/draw.js';
import { faultsOf, url } from './setting-case.js';

const production = { NODE_ENV: 'production', PARTNER_API_URL: url };

const warnings = (environment: Readonly<Record<string, string>>): readonly string[] =>
  readEnvironment(environment).misspelt;

describe('a variable whose name is near to that of a setting', () => {
  it.each([
    ['PARTNER_API_ULR', 'PARTNER_API_URL'],
    ['PARTNER_API_URI', 'PARTNER_API_URL'],
    ['PARTNERAPI_URL', 'PARTNER_API_URL'],
    ['partner_api_url', 'PARTNER_API_URL'],
    ['PARTNER-API-URL', 'PARTNER_API_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['NODE_EVN', 'NODE_ENV'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT_MS'],
    ['MAX_UPSTREAM_REQUEST', 'MAX_UPSTREAM_REQUESTS'],
    ['GRAPHQIL', 'GRAPHIQL'],
    ['WORKER', 'WORKERS'],
  ])('%s is named with %s, and its value is not', (name, setting) => {
    const line = `"${name}" is not a setting: ${setting} is. Correct the name; if another program needs it, set ${setting} too.`;
    expect(warnings({ [name]: 'hunter2' })).toEqual([line]);
  });

  it('stops the start in production, beside the other faults', () => {
    const environment = {
      NODE_ENV: ' production',
      PARTNER_API_ULR: 'https://user:hunter2@a.test',
      LOGLEVEL: 'info',
    };
    const lines = faultsOf(() => readEnvironment(environment));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^"PARTNER_API_ULR" is not a setting: PARTNER_API_URL is\./);
    expect(lines[1]).toMatch(/^"LOGLEVEL" is not a setting: LOG_LEVEL is\./);
    expect(lines[2]).toMatch(/^PARTNER_API_URL is not set/);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('is accepted where the setting is set too, or where it is empty', () => {
    expect(
      readEnvironment({ ...production, PARTNER_API_URI: 'other', LOGLEVEL: ' ' }).misspelt,
    ).toEqual([]);
  });

  it('no setting is near to itself, nor to another one', () => {
    expect(
      warnings(Object.fromEntries(Object.keys(settingDefaults).map((name) => [name, '']))),
    ).toEqual([]);
    for (const [name, value] of Object.entries(settingDefaults))
      if (value !== undefined) expect(warnings({ [name]: value })).toEqual([]);
  });

  it('is found among thousands of variables', () => {
    const links = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `SERVICE_${index}_PORT_443_TCP_ADDR`,
        '10.0.0.1',
      ]),
    );
    expect(warnings({ ...links, PARTNER_API_ULR: 'x' })).toHaveLength(1);
  });
});

/** What Kubernetes adds for a Service of the namespace. */
const links = (name: string): Record<string, string> =>
  Object.fromEntries(
    words(`SERVICE_HOST SERVICE_PORT SERVICE_PORT_HTTP PORT PORT_443_TCP PORT_443_TCP_PROTO PORT_443_TCP_PORT
      PORT_443_TCP_ADDR`).map((suffix) => [`${name}_${suffix}`, 'tcp://10.0.0.1:443']),
  );

const named = (names: string): Record<string, string> =>
  Object.fromEntries(words(names).map((name) => [name, 'a']));

/** Names of variables by where they are set. */
const environments = {
  'GitHub Actions': `CI GITHUB_ACTION GITHUB_ACTIONS GITHUB_ACTOR GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_EVENT_NAME
    GITHUB_EVENT_PATH GITHUB_GRAPHQL_URL GITHUB_HEAD_REF GITHUB_JOB GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_REF_NAME
    GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_SERVER_URL GITHUB_SHA GITHUB_STEP_SUMMARY GITHUB_TOKEN GITHUB_WORKFLOW
    GITHUB_WORKSPACE RUNNER_ARCH RUNNER_DEBUG RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE RUNNER_WORKSPACE
    RUNNER_TRACKING_ID ACTIONS_CACHE_URL ACTIONS_RUNTIME_TOKEN ACTIONS_RUNTIME_URL ImageOS ImageVersion JAVA_HOME
    ANDROID_HOME DEBIAN_FRONTEND PIPX_HOME SWIFT_PATH XDG_CONFIG_HOME ACCEPT_EULA NVM_DIR`,
  'a shell of Debian': `SHELL PWD OLDPWD HOME LANG LC_ALL LC_CTYPE LANGUAGE LS_COLORS LESSOPEN LESSCLOSE TERM TERM_PROGRAM COLORTERM
    USER USERNAME LOGNAME MAIL PATH SHLVL DISPLAY EDITOR VISUAL PAGER HOSTTYPE HOSTNAME OSTYPE MACHTYPE SSH_CLIENT
    SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK TMUX XDG_SESSION_ID XDG_RUNTIME_DIR XDG_DATA_DIRS DBUS_SESSION_BUS_ADDRESS
    HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy TZ TMPDIR DEBUG _`,
  'a script of npm': `npm_command npm_config_cache npm_config_globalconfig npm_config_global_prefix npm_config_init_module
    npm_config_local_prefix npm_config_node_gyp npm_config_noproxy npm_config_npm_version npm_config_prefix
    npm_config_user_agent npm_config_userconfig npm_execpath npm_lifecycle_event npm_lifecycle_script npm_node_execpath
    npm_package_json npm_package_name npm_package_version npm_config_registry INIT_CWD NODE COLOR EDITOR NODE_OPTIONS
    NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_NO_WARNINGS NODE_DEBUG UV_THREADPOOL_SIZE`,
  Vercel: `VERCEL VERCEL_ENV VERCEL_TARGET_ENV VERCEL_URL VERCEL_BRANCH_URL VERCEL_PROJECT_PRODUCTION_URL VERCEL_REGION
    VERCEL_DEPLOYMENT_ID VERCEL_PROJECT_ID VERCEL_GIT_PROVIDER VERCEL_GIT_COMMIT_SHA AWS_REGION AWS_LAMBDA_FUNCTION_NAME
    AWS_LAMBDA_LOG_GROUP_NAME AWS_LAMBDA_LOG_STREAM_NAME AWS_EXECUTION_ENV LAMBDA_TASK_ROOT LAMBDA_RUNTIME_DIR
    KV_URL KV_REST_API_URL KV_REST_API_TOKEN POSTGRES_URL`,
  'Docker and Compose': `NODE_VERSION YARN_VERSION HOSTNAME COMPOSE_PROJECT_NAME COMPOSE_FILE DOCKER_HOST DOCKER_CONFIG BUILDKIT_HOST
    container REDIS_NAME REDIS_PORT_6379_TCP REDIS_ENV_REDIS_VERSION`,
  'OpenTelemetry and a cloud': `OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_LOG_LEVEL OTEL_RESOURCE_ATTRIBUTES
    K_SERVICE K_REVISION GOOGLE_CLOUD_PROJECT AWS_ACCESS_KEY_ID AWS_DEFAULT_REGION ECS_CONTAINER_METADATA_URI DYNO
    DATABASE_URL REDIS_TLS_URL RAILWAY_ENVIRONMENT RENDER_SERVICE_NAME FLY_APP_NAME WEB_CONCURRENCY PARTNER_API_KEY
    PARTNER_CREDENTIAL PARTNER_TOKEN`,
};

it.each([
  ...Object.entries(environments).map(([where, names]) => [where, named(names)] as const),
  [
    'a pod with service links',
    Object.assign(
      named('HOSTNAME POD_NAME POD_NAMESPACE POD_IP NODE_NAME NODE_IP'),
      named('REDIS_HOST REDIS_PASSWORD REDIS_USER REDIS_DB'),
      ...words('KUBERNETES PARTNER_GRAPHQL PARTNER_API METRIC REDIS REDIS_MASTER GRAPHQL').map(
        links,
      ),
    ) as Record<string, string>,
  ],
] as const)('environments that have nothing misspelt: %s', (_where, environment) => {
  expect(warnings(environment)).toEqual([]);
  expect(readEnvironment({ ...environment, ...production }).misspelt).toEqual([]);
});
