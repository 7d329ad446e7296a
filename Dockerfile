# A small image of the server: not root, nothing to write but /data and /cache. docs/hosting.md shows how to run it.
FROM python:3.13-slim AS build
WORKDIR /build
RUN python -m venv /opt/lastraft
COPY requirements/base.lock requirements/
RUN /opt/lastraft/bin/pip install --no-cache-dir --require-hashes --requirement requirements/base.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN /opt/lastraft/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/lastraft/bin/pip uninstall --yes --quiet matplotlib contourpy cycler fonttools kiwisolver pillow hatchling editables pip \
    && find /opt/lastraft -name tests -type d -prune -exec rm -rf {} +

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin lastraft \
    && install --directory --owner=lastraft --group=lastraft --mode=700 /data /cache
COPY --from=build /opt/lastraft /opt/lastraft
ENV PATH=/opt/lastraft/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    LASTRAFT_DATA=/data LASTRAFT_CACHE=/cache LASTRAFT_HOST=0.0.0.0 MPLCONFIGDIR=/tmp
USER lastraft
VOLUME ["/data", "/cache"]
EXPOSE 8300
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8300/health', timeout=4)"]
CMD ["lastraft", "serve", "--no-browser"]
