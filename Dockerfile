# The server as an image: a static program and nothing else of a system, run by
# a user without rights. The archive lies in the volume /data.
#
#   docker build -t assay .
#   docker run --rm -v assay:/data assay people NAME --invite
#   docker run -p 8080:8080 -v assay:/data assay
#
# Others reach the server inside, so somebody has to be invited first. Built in a
# clone, whose .git is copied too, the program says its revision.

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=1 go build -trimpath -tags netgo,osusergo,sqlite_omit_load_extension \
	-ldflags '-s -w -linkmode external -extldflags -static' -o /out/assay ./cmd/assay
RUN mkdir /out/data && cmd/assay/packaging/licences /out/licences

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/assay /usr/local/bin/assay
COPY --from=build /src/LICENSE /out/licences /licences/
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV ASSAY_DATA=/data ASSAY_LISTEN=:8080
USER nonroot:nonroot
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/local/bin/assay", "ready"]
ENTRYPOINT ["/usr/local/bin/assay"]
CMD ["serve"]
